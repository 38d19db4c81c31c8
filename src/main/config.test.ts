import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('settings', () => {
  it('default to a complete installation on one machine', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      exchange: 'sim',
      marketSpeed: 60,
      productTitle: 'Botyard',
      ownerPassword: null,
    });
    expect(config.secretsDir).toBe(path.join(config.dataDir, 'secrets'));
  });

  it('let an address send 30,000 requests a minute unless they say otherwise', () => {
    expect(readConfig({}).requestsPerAddress).toBe(30_000);
  });

  it('treat an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('read the proxies whose word on a visitor is believed', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8' }).trustedProxies).toEqual([
      '127.0.0.1',
      '::1',
      '10.0.0.0/8',
    ]);
  });

  it('resolve folders relative to the working folder', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDir).toBe(path.resolve('elsewhere'));
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['WEBHOOK_HOSTS', 'https://hooks.example.com'],
    ['WEBHOOK_HOSTS', '127.1'],
    ['TELEGRAM_ORIGIN', 'api.telegram.org'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['DATABASE_APP_URL', 'hunter2'],
    ['DATABASE_ENGINE_URL', 'hunter2'],
    ['DATABASE_IDENTITY_URL', 'hunter2'],
    ['OWNER_EMAIL', 'nobody'],
    ['OWNER_PASSWORD', 'hunter2'],
    ['EXCHANGE', 'binance'],
    ['API_KEYS_DOCUMENT', 'keys'],
    ['API_KEYS_DOCUMENT', 'keys/../users'],
    ['LOG_DAYS', '6'],
    ['LOG_DAYS', '3651'],
    ['IDENTITY', 'google'],
    ['FIREBASE_PROJECT_ID', 'botyard-0123456789abcdef'],
    ['FIREBASE_API_KEY', 'a b'],
    ['FIREBASE_ORIGIN', 'http://host/path'],
    ['CMC_API_KEY', 'hunter2'],
    ['LAB_TOKEN', 'hunter2'],
    ['LAB_ORIGIN', 'host:8080'],
    ['CMC_IDS', 'BTC=1,ETH'],
    ['CMC_IDS', 'BTC=1,BTC=2'],
    ['MARKET_SPEED', '61'],
    ['PUBLIC_ORIGINS', 'bots.example.com'],
    ['PUBLIC_ORIGINS', 'https://bots.example.com/'],
    ['PUBLIC_ORIGINS', 'https://example.com/botyard'],
    ['SIMULATOR_PROCESS', 'none'],
    ['SIMULATOR_HOSTS', 'exchange.example.com:9090'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
    ['REQUESTS_PER_ADDRESS', '10'],
    ['PRODUCT_TITLE', ' '],
    ['LOG_LEVEL', 'loud'],
  ] as const)('refuse %s=%s, naming the setting and its allowed values', (name, value) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(name);
    expect(message).toContain(settings[name].allowed);
    expect(message.includes(value)).toBe(!settings[name].isSecret);
  });

  it('require the project when accounts are hosted by Firebase', () => {
    expect(readConfig({}).firebase).toBeNull();
    expect(refusalOf({ IDENTITY: 'firebase', FIREBASE_API_KEY: 'AIza-some-key' })).toContain('FIREBASE_PROJECT_ID');
    const hosted = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'my-project', FIREBASE_API_KEY: 'AIza-some-key' };
    expect(readConfig(hosted).firebase).toEqual({ projectId: 'my-project', apiKey: 'AIza-some-key', origin: null });
  });

  it.each(['0.0.0.0', '::'] as const)(
    'refuse to open the simulated exchange to the network at %s without a token of its admin surface',
    (host) => {
      const message = refusalOf({ SIMULATOR_HOST: host });
      expect(message).toContain(host);
      expect(message).toContain('SIMULATOR_ADMIN_TOKEN');
      expect(refusalOf({ SIMULATOR_HOST: host, SIMULATOR_ADMIN_TOKEN: 'short' })).toContain('SIMULATOR_ADMIN_TOKEN');
      const token = 'a-token-of-24-characters';
      const { simulatorHost, simulatorAdminToken } = readConfig({ SIMULATOR_HOST: host, SIMULATOR_ADMIN_TOKEN: token });
      expect([simulatorHost, simulatorAdminToken]).toEqual([host, token]);
      expect(readConfig({ SIMULATOR_HOST: '127.0.0.1' }).simulatorAdminToken).toBeNull();
    },
  );

  it('accept a document path that contains the user id', () => {
    expect(readConfig({ API_KEYS_DOCUMENT: 'users/{uid}/keys/main' }).apiKeysDocument).toBe('users/{uid}/keys/main');
  });

  it('report every wrong setting at once', () => {
    expect(refusalOf({ PORT: 'x', MARKET_SPEED: 'fast' }).split('\n')).toHaveLength(2);
  });

  it('show the default of a missing variable', () => {
    for (const name of [
      'PORT',
      'HOST',
      'OWNER_EMAIL',
      'EXCHANGE',
      'MARKET_SPEED',
      'PRODUCT_TITLE',
      'LOG_LEVEL',
    ] as const) {
      expect(String(settings[name].schema.parse(undefined))).toBe(settings[name].fallback);
    }
  });
});
