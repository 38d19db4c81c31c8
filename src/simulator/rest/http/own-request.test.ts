import { describe, expect, it } from 'vitest';
import { ownRequests } from './own-request.ts';

const isOwn = ownRequests(['exchange.example.org']);
const HOST = '127.0.0.1:9090';

describe('the simulated exchange serves', () => {
  it.each([
    ['a program', { host: HOST }],
    ['a program that names the machine', { host: 'localhost:9090' }],
    ['a program on IPv6', { host: '[::1]:9090' }],
    ['a host of SIMULATOR_HOSTS', { host: 'Exchange.example.org' }],
    ['its own page', { host: HOST, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }],
    ['an address that was typed', { host: HOST, 'sec-fetch-site': 'none' }],
  ])('%s', (_who, headers) => {
    expect(isOwn(headers)).toBe(true);
  });

  it.each([
    ['a page of another site', { host: HOST, origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { host: HOST, origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-site' }],
    ['a picture on another site, which sends no origin', { host: HOST, 'sec-fetch-site': 'cross-site' }],
    ['a document without an origin', { host: HOST, origin: 'null' }],
    ['a name that somebody pointed here', { host: 'evil.example.org:9090' }],
    ['a request without a host', {}],
  ])('nothing to %s', (_who, headers) => {
    expect(isOwn(headers)).toBe(false);
  });
});
