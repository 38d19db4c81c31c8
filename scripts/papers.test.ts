import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '#main/settings.ts';

const papers = globSync(['*.md', 'docs/**/*.md']);
const sources = globSync('{src,tests,scripts,bench}/**/*.{ts,tsx}').filter((file) => !file.endsWith('papers.test.ts'));
const textOf = (file: string): string => readFileSync(file, 'utf8');
const everywhere = [...papers, ...sources];

/** Every match of a pattern as "file: match", so that a failure names its place. */
function found(files: readonly string[], pattern: RegExp): { readonly file: string; readonly match: string }[] {
  return files.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map(([all, group]) => ({ file, match: group ?? all })),
  );
}

/** Files that exist only in an installation or in the exchange's archive. */
const OUTSIDE = new Set(['secrets/', 'listings.json', 'coverage.json', 'back-fill.json', 'exchange-keys-private.json']);

/** The anchors of a document's headings, as repository hosts derive them. */
function anchorsOf(file: string): readonly string[] {
  return found([file], /^#+ (.+)$/gm).map(({ match }) =>
    match
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

const told = ({ file, match }: { file: string; match: string }): string => `${file}: ${match}`;

const paths = globSync(['*', '{.ci,bench,data,docs,scripts,src,tests}/**/*']);

/** Documents omit the beginning of a path: `engine/risk/` is `src/engine/risk`. */
const isPath = (name: string): boolean => {
  const wanted = name.replace(/\/$/, '');
  return paths.some((file) => file === wanted || file.endsWith(`/${wanted}`));
};

describe('the documents', () => {
  it('name only files and folders that exist', () => {
    const named = found(papers, /`((?:[a-z0-9-]+\/)*[a-z0-9-][a-z0-9.-]*\.(?:tsx?|md|cpp|hpp|mjs|json|gz))`/g)
      .concat(found(papers, /`((?:[a-z0-9-]+\/)+)`/g))
      .filter(({ match }) => !OUTSIDE.has(match));
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter(({ match }) => !isPath(match)).map(told)).toEqual([]);
  });

  it('link only to headings that exist', () => {
    const links = found(papers, /\]\(([^)\s]*#[^)\s]+)\)/g).filter(({ match }) => !match.startsWith('http'));
    expect(links.length).toBeGreaterThan(1);
    const broken = links.filter(({ file, match }) => {
      const [target = '', anchor = ''] = match.split('#');
      return !anchorsOf(target === '' ? file : path.join(path.dirname(file), target)).includes(anchor);
    });
    expect(broken.map(told)).toEqual([]);
  });

  it('name only functions and types that the sources define', () => {
    const named = found(
      ['ARCHITECTURE.md', ...globSync('docs/how-to/*.md')],
      /`([A-Za-z][a-z]+(?:[A-Z][a-z]+)+)(?:\(.*)?`/g,
    );
    const code = sources.map(textOf).join('\n');
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter(({ match }) => !new RegExp(`\\b${match}\\b`).test(code)).map(told)).toEqual([]);
  });

  it('use only subcommands and options that the program has', () => {
    const commands = found(papers, /npm run botyard -- ([a-z]+(?: [a-z][a-z-]+)?)/g);
    const help = textOf('src/main/commands/help.ts') + globSync('src/main/commands/**/*.ts').map(textOf).join('\n');
    expect(commands.length).toBeGreaterThan(15);
    const unknown = commands.filter(
      ({ match }) => !match.split(' ').every((word) => new RegExp(`\\b${word}\\b`).test(help)),
    );
    expect(unknown.map(told)).toEqual([]);
    const program = globSync('{src/main,scripts,bench}/**/*.{ts,mjs}').map(textOf).join('\n');
    const options = found(
      papers.filter((paper) => !paper.includes('decisions')),
      /(?<=npm run [^\n`]*|`)--([a-z][a-z-]+)/g,
    );
    expect(options.length).toBeGreaterThan(30);
    const missing = options.filter(
      ({ match }) => !new RegExp(`'${match}'|--${match}\\b|\\b${match}: \\{`).test(program),
    );
    expect(missing.map(told)).toEqual([]);
  });

  it('name only commands that package.json has', () => {
    const { scripts } = JSON.parse(textOf('package.json'));
    const commands = found(papers, /npm run ([a-z-]+)/g);
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter(({ match }) => !(match in scripts)).map(told)).toEqual([]);
  });

  it('name only benches that run', () => {
    const runnable = textOf('bench/run.ts');
    const benches = found(papers, /npm run bench -- ([a-z]+)/g);
    expect(benches.length).toBeGreaterThan(8);
    expect(benches.filter(({ match }) => !new RegExp(`\\b${match}\\b`).test(runnable)).map(told)).toEqual([]);
  });

  it('name only settings that the program reads', () => {
    const named = found(
      papers.filter((paper) => !paper.includes('decisions')),
      /`([A-Z]+(?:_[A-Z]+)+)(?:=[a-z]+)?`/g,
    );
    const codes = new Set(found(sources, /['"]([A-Z]+(?:_[A-Z0-9]+)+)['"]/g).map(({ match }) => match));
    const environment = new Set(
      found([...sources, ...globSync('*.ts')], /env\['([A-Z_]+)'\]/g).map(({ match }) => match),
    );
    expect(named.length).toBeGreaterThan(30);
    const unknown = named.filter(({ match }) => !(match in settings) && !codes.has(match) && !environment.has(match));
    expect(unknown.map(told)).toEqual([]);
  });

  it('refer only to documents of this repository, and so do the sources', () => {
    const names = new Set(
      globSync('**/*.md', { exclude: ['node_modules', 'dist'] }).map((file) => path.basename(file)),
    );
    const references = found(everywhere, /(?<![\w/.*-])((?:[\w.-]+\/)*[\w-]+\.md)\b/g);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter(({ match }) => !names.has(path.basename(match))).map(told)).toEqual([]);
  });

  it('contain the sections of the domain that the sources refer to', () => {
    const sections = new Set(found(['docs/domain.md'], /^#+ (\d+(?:\.\d+)?)/gm).map(({ match }) => match));
    const references = found(sources, /domain(?: document|\.md)?[`),]*,? section (\d+(?:\.\d+)?)/g);
    expect(references.length).toBeGreaterThan(8);
    expect(references.filter(({ match }) => !sections.has(match)).map(told)).toEqual([]);
  });

  it('explain every numbered fault that a test names', () => {
    const explained = new Set(found(['docs/faults.md'], /^\| (\d+) \|/gm).map(({ match }) => match));
    const named = found(
      globSync('src/**/*.test.ts').filter((file) => !file.includes('engine')),
      /\bfaults? (\d+)\b/g,
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ match }) => !explained.has(match)).map(told)).toEqual([]);
  });

  it('state the sizes and times that the sources use', () => {
    const wrong = CLAIMS.filter(
      ({ paper, says, file, reads }) =>
        !textOf(paper).replaceAll(/\s+/g, ' ').includes(says) || !textOf(file).includes(reads),
    );
    expect(wrong).toEqual([]);
  });
});

/** A sentence with a figure, and the source line that makes it true: whoever changes one is sent to the other. */
const CLAIMS = [
  {
    paper: 'ARCHITECTURE.md',
    says: 'at most five times a second',
    file: 'src/runtime/engine-store.ts',
    reads: 'COMMIT_EVERY_MS = 200;',
  },
  {
    paper: 'ARCHITECTURE.md',
    says: 'When more than 5,000 rows wait, the engine waits too.',
    file: 'src/runtime/engine-store.ts',
    reads: 'PENDING_MAX = 5_000;',
  },
  {
    paper: 'ARCHITECTURE.md',
    says: 'for a quiet account, from one up to 30 seconds older',
    file: 'src/runtime/engine-store.ts',
    reads: 'CHECKPOINT_EVERY_MS = 30_000;',
  },
  {
    paper: 'ARCHITECTURE.md',
    says: 'kills the program six times in `npm test`',
    file: 'tests/torture.db.test.ts',
    reads: 'KILLS = 6;',
  },
  {
    paper: 'docs/paper-trading.md',
    says: '5 bps slippage against the bot',
    file: 'src/lab/slippage.ts',
    reads: 'SLIPPAGE = rate(50_000);',
  },
  {
    paper: 'docs/paper-trading.md',
    says: "fill at most a tenth of the minute's volume",
    file: 'src/engine/matching/candle-fill.ts',
    reads: 'VOLUME_SHARE = 10;',
  },
  {
    paper: 'docs/how-to/exchange-keys.md',
    says: 'from 1 s up to every 60 s',
    file: 'src/keys/sign-in-reader.ts',
    reads: '{ firstMs: SECOND_MS, maxMs: MINUTE_MS, factor: 1.5 }',
  },
  {
    paper: 'docs/how-to/exchange-keys.md',
    says: 'require the password again when the sign-in is older than five minutes',
    file: 'src/contract/limits.ts',
    reads: 'STEP_UP_MINUTES = 5;',
  },
  {
    paper: 'docs/market-data.md',
    says: 'A download that you start may use seven tenths of the requests that the exchange allows',
    file: 'src/market/feed/retry.ts',
    reads: 'BULK_SHARE = 0.7;',
  },
  {
    paper: 'docs/market-data.md',
    says: 'what the program downloads by itself uses half of that',
    file: 'src/market/back-fill/back-fill.ts',
    reads: 'PROGRAM_SHARE = BULK_SHARE / 2;',
  },
  {
    paper: 'docs/market-data.md',
    says: 'All contracts together make at most ten such requests a second',
    file: 'src/market/exchange-feed.ts',
    reads: 'marksEveryMs: 100,',
  },
  {
    paper: 'docs/candle-files.md',
    says: 'every five seconds during back-filling',
    file: 'src/market/back-fill/run-job.ts',
    reads: 'SAVE_MS = 5_000;',
  },
  {
    paper: 'docs/candle-files.md',
    says: 'the 120 months read last',
    file: 'src/market/store/months/month-shelf.ts',
    reads: 'MONTHS_KEPT = 120;',
  },
  {
    paper: 'docs/candle-files.md',
    says: 'requested again an hour of market time later',
    file: 'src/market/back-fill/plan.ts',
    reads: 'VERIFY_AFTER_MS = HOUR_MS;',
  },
  {
    paper: 'docs/backtests.md',
    says: 'need at least 30 daily returns',
    file: 'src/engine/report/daily-returns.ts',
    reads: 'RETURNS_ENOUGH = 30;',
  },
  {
    paper: 'docs/exchange-simulator.md',
    says: '1,024 streams, 10 messages a second',
    file: 'src/simulator/streams/stream-socket.ts',
    reads: 'STREAMS_MAX = 1_024;\nconst MESSAGES_PER_SECOND_MAX = 10;',
  },
  {
    paper: 'docs/benchmarks.md',
    says: 'Five rounds',
    file: 'bench/ladder/rounds.ts',
    reads: 'ROUNDS = 5;',
  },
] as const;
