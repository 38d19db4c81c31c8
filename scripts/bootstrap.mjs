// Runs first in every command. Plain JavaScript without newer syntax, so that an old Node can read far enough to report
// the problem. It installs the packages of the lockfile, finds the pinned Node and runs the command under it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_TO_INSTALL = 20;
const NODE_TO_RUN = 24;
const ENTRIES = { start: 'scripts/start.ts', test: 'scripts/test.ts' };
const TOOLS = {
  bench: 'bench/run.ts',
  check: 'scripts/check.ts',
  coverage: 'scripts/coverage.ts',
  fuzz: 'scripts/fuzz.ts',
  pack: 'scripts/pack.ts',
  proxies: 'scripts/proxies.ts',
  torture: 'scripts/torture.ts',
  yardstick: 'scripts/yardstick.ts',
};
const PROGRAM = 'scripts/built-program.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// A release contains the built pages and needs only the packages of the running program.
const isRelease = existsSync(path.join(root, 'release.json'));
const nodeMajor = Number(process.versions.node.split('.')[0]);

if (nodeMajor < NODE_TO_INSTALL) {
  refuse(`Botyard needs Node ${NODE_TO_INSTALL} or newer to install itself; this is Node ${process.versions.node}.`);
}
process.chdir(root);
if (!isInstalled()) install();
const tool = TOOLS[process.argv[2]];
if (isRelease && (tool || process.argv[2] === 'test')) {
  refuse('A release comes without tests and tools: clone the repository for them.');
}
if (tool) runAsChild([path.join(root, tool)].concat(process.argv.slice(3)));
else if (nodeMajor >= NODE_TO_RUN) runHere();
else runAsChild([fileURLToPath(import.meta.url)].concat(process.argv.slice(2)));

/** Whether node_modules contains every package of the lockfile; optional ones (other platforms) may be absent. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf(path.join('node_modules', '.package-lock.json'));
  if (wanted === null) refuse('package-lock.json is missing or damaged: clone Botyard again.');
  if (present === null) return false;
  return Object.keys(wanted).every(
    (name) =>
      name === '' || (present[name] ? present[name].version === wanted[name].version : mayBeAbsent(wanted[name])),
  );
}

/** Packages of other platforms, and in a release those that only build and test. */
function mayBeAbsent(wanted) {
  return wanted.optional || wanted.devOptional || (isRelease && wanted.dev);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** In a clone NODE_ENV=production would leave out the tools that build the web, hence --include=dev. */
function install() {
  process.stderr.write('Installing packages, which is needed once and takes about half a minute …\n');
  const flags = [
    'ci',
    isRelease ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npmScript = process.env.npm_execpath;
  const options = { stdio: ['ignore', 2, 2] };
  const outcome =
    npmScript && /npm-cli\.[cm]?js$/.test(npmScript)
      ? spawnSync(process.execPath, [npmScript].concat(flags), options)
      : spawnSync('npm', flags, Object.assign({ shell: process.platform === 'win32' }, options));
  if (outcome.status !== 0) {
    refuse('The packages could not be installed (npm ci failed, see above). Check the network and run it again.');
  }
}

/** The Node from the packages, or this one if it is new enough. */
function nodeToRun() {
  const home = path.join(root, 'node_modules', `node-${platformName()}-${process.arch}`, 'bin');
  const pinned = [path.join(home, 'node'), path.join(home, 'node.exe')].find((file) => existsSync(file));
  if (pinned) return pinned;
  if (nodeMajor >= NODE_TO_RUN) return process.execPath;
  return refuse(
    `Botyard runs on Node ${NODE_TO_RUN}, which its packages bring only for Linux and 64-bit Windows. ` +
      `This is Node ${process.versions.node} on ${process.platform}-${process.arch}: install Node ${NODE_TO_RUN} and run it again.`,
  );
}

function platformName() {
  return process.platform === 'win32' ? 'win' : process.platform;
}

/** Runs a script under the right Node: signals are passed on to it, and its exit code is returned. */
function runAsChild(words) {
  // The channel closes when this process dies in any way, which tells the program to stop.
  const child = spawn(nodeToRun(), process.execArgv.concat(words), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => refuse(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
}

/** In this very process, so that the program is ready sooner. */
async function runHere() {
  module.enableCompileCache(path.join(root, 'node_modules', '.cache', 'botyard'));
  nameOwnModules();
  const entry = ENTRIES[process.argv[2]];
  const loaded = await load(entry ? path.join(root, entry) : (await load(path.join(root, PROGRAM))).programFile());
  await loaded.main(process.argv.slice(2));
}

function load(file) {
  return import(pathToFileURL(file).href);
}

/**
 * Our own imports name files, so that nothing has to be looked for on the disk: even a short command loads hundreds of modules,
 * and looking for them takes a tenth of its time.
 */
function nameOwnModules() {
  const sources = pathToFileURL(path.join(root, 'src')).href;
  module.registerHooks({
    resolve(name, context, next) {
      if (!name.endsWith('.ts') || !/^[#.]/.test(name)) return next(name, context);
      const url = name.startsWith('#') ? `${sources}/${name.slice(1)}` : new URL(name, context.parentURL).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    },
  });
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
