import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificate } from '#simulator/tls/certificate.ts';
import { until } from '../support/until.ts';

/** The name that the recipes give the program. */
export const HOST_NAME = 'bots.example.com';
/** The address of the program in the recipes. */
const UPSTREAM = '127.0.0.1:8080';
const HOW_TO = new URL('../../docs/how-to/reverse-proxy.md', import.meta.url);
const CERTIFICATE_YEARS = 1;

export type ProxyKind = 'nginx' | 'Caddy';

export interface RunningProxy {
  /** Of the authority that vouches for it: itself. */
  readonly certificate: string;
  stop(): Promise<void>;
}

interface Place {
  /** Holds the certificate `cert.pem` with `key.pem`, the configuration, and whatever the proxy writes. */
  readonly folder: string;
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  /** Host and port of the program. */
  readonly program: string;
}

/**
 * Starts the installed nginx or Caddy with the recipe of the how-to. Only the port, the certificate and the address of the
 * program differ from what is printed there.
 * @throws Error when the how-to has no such recipe or it lacks what is replaced, or with its output when the proxy ends
 */
export async function startProxy(kind: ProxyKind, { port, program }: Omit<Place, 'folder'>): Promise<RunningProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-proxy-'));
  const { cert, key } = makeCertificate([HOST_NAME], new Date(), CERTIFICATE_YEARS);
  await writeFile(path.join(folder, 'cert.pem'), cert);
  await writeFile(path.join(folder, 'key.pem'), key);
  const file = path.join(folder, 'configuration');
  await writeFile(file, CONFIGURATIONS[kind]({ folder, port, program }));
  const [command, words] = kind === 'nginx' ? ['nginx', ['-c', file]] : ['caddy', CADDY_WORDS.concat(file)];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended instead of starting:\n${output}`);
    return answers(port);
  }, `an answer of ${kind}`);
  return {
    certificate: cert,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const CADDY_WORDS = ['run', '--adapter', 'caddyfile', '--config'];

const CONFIGURATIONS: Readonly<Record<ProxyKind, (place: Place) => string>> = {
  nginx: ({ folder, port, program }) => {
    const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const folders = bodies.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    const server = replaced(recipe('nginx'), [
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      [`/etc/letsencrypt/live/${HOST_NAME}/fullchain.pem`, `${folder}/cert.pem`],
      [`/etc/letsencrypt/live/${HOST_NAME}/privkey.pem`, `${folder}/key.pem`],
      [UPSTREAM, program],
    ]);
    const main = `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;`;
    return `${main}\nevents {}\nhttp {\naccess_log off;\n${folders}\n${server}\n}\n`;
  },
  Caddy: ({ folder, port, program }) => {
    const site = replaced(recipe('Caddy'), [
      [`${HOST_NAME} {`, `${HOST_NAME}:${port} {\n    tls ${folder}/cert.pem ${folder}/key.pem`],
      [UPSTREAM, program],
    ]);
    return `{\nadmin off\nauto_https disable_redirects\ndefault_bind 127.0.0.1\n}\n${site}\n`;
  },
};

/** The first block of code under a heading of the how-to. */
function recipe(heading: ProxyKind): string {
  const section = readFileSync(HOW_TO, 'utf8').split(`\n## ${heading}\n`)[1];
  const block = section?.split(/```\w*\n/)[1];
  if (block === undefined) throw new Error(`The how-to has no recipe for ${heading}.`);
  return block;
}

function replaced(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`The recipe lacks "${from}".`);
    return done.replace(from, to);
  }, text);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
  });
}
