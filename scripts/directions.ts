/** A folder and what it may import; all other imports of our own code are refused. */
export interface Direction {
  /** Below the checkout, without a slash at the end. */
  readonly folder: string;
  /** Areas, or for a folder inside an area its neighbours. The folder itself is always allowed. */
  readonly mayImport: readonly string[];
}

const AREAS = [
  'base',
  'files',
  'engine',
  'contract',
  'ports',
  'adapters',
  'storage',
  'market',
  'runtime',
  'lab',
  'identity',
  'keys',
  'notify',
  'server',
  'simulator',
  'web',
  'main',
] as const;

/** The table of ARCHITECTURE.md. */
export const areaDirections: readonly Direction[] = [
  { folder: 'src/base', mayImport: [] },
  { folder: 'src/files', mayImport: ['base'] },
  { folder: 'src/contract', mayImport: ['base', 'engine'] },
  { folder: 'src/ports', mayImport: ['base', 'engine'] },
  { folder: 'src/storage', mayImport: ['base', 'engine'] },
  { folder: 'src/market', mayImport: ['base', 'files', 'engine', 'ports', 'storage'] },
  { folder: 'src/runtime', mayImport: ['base', 'engine', 'ports', 'storage', 'market'] },
  { folder: 'src/lab', mayImport: ['base', 'engine', 'contract', 'ports', 'storage', 'market'] },
  { folder: 'src/identity', mayImport: ['base', 'storage'] },
  { folder: 'src/keys', mayImport: ['base', 'files', 'ports', 'storage', 'identity'] },
  { folder: 'src/notify', mayImport: ['base', 'engine', 'ports', 'storage', 'keys'] },
  { folder: 'src/server', mayImport: ['base', 'engine', 'ports', 'storage', 'keys', 'market', 'contract'] },
  // A separate program: the rest reaches it only over the wire.
  { folder: 'src/simulator', mayImport: ['base', 'files', 'engine'] },
  { folder: 'src/main', mayImport: AREAS.filter((area) => area !== 'web') },
];

export const engineDirections: readonly Direction[] = [
  { folder: 'src/engine/model', mayImport: [] },
  { folder: 'src/engine/risk', mayImport: ['model'] },
  { folder: 'src/engine/indicators', mayImport: [] },
  { folder: 'src/engine/rules', mayImport: ['model', 'indicators'] },
  { folder: 'src/engine/bots', mayImport: ['model', 'risk', 'rules'] },
  { folder: 'src/engine/matching', mayImport: ['model', 'risk'] },
  { folder: 'src/engine/ledger', mayImport: ['model'] },
  { folder: 'src/engine/report', mayImport: ['model'] },
  { folder: 'src/engine/notices', mayImport: ['model'] },
  { folder: 'src/engine/scan', mayImport: ['model'] },
  { folder: 'src/engine/moves', mayImport: ['model'] },
  // Fills, fees and liquidations reach an account as events; it must not know how they are produced.
  { folder: 'src/engine/account', mayImport: ['model', 'risk', 'bots', 'ledger', 'scan'] },
  { folder: 'src/engine/simulation', mayImport: ['model', 'risk', 'bots', 'matching', 'scan', 'account'] },
  { folder: 'src/engine/stress', mayImport: ['model', 'risk', 'bots', 'simulation'] },
  { folder: 'src/engine/sweep', mayImport: ['model', 'risk', 'bots', 'matching', 'scan'] },
];

export const adapterDirections: readonly Direction[] = [
  { folder: 'src/adapters/coinmarketcap', mayImport: [] },
  { folder: 'src/adapters/database-embedded', mayImport: [] },
  { folder: 'src/adapters/documents-firestore', mayImport: [] },
  { folder: 'src/adapters/exchange-binance-usdm', mayImport: [] },
  { folder: 'src/adapters/notices', mayImport: [] },
];

/** The deterministic part of the simulated exchange; the rest is wire, journal and clocks. */
export const simulatorDirections: readonly Direction[] = [
  { folder: 'src/simulator/prices', mayImport: [] },
  { folder: 'src/simulator/market', mayImport: ['prices'] },
  { folder: 'src/simulator/exchange', mayImport: ['prices', 'market'] },
];

export const webDirections: readonly Direction[] = [
  { folder: 'src/web/i18n', mayImport: [] },
  { folder: 'src/web/kinds', mayImport: ['i18n'] },
  { folder: 'src/web/api', mayImport: ['i18n', 'kinds'] },
  { folder: 'src/web/auth', mayImport: ['i18n', 'api'] },
  { folder: 'src/web/ui', mayImport: ['i18n', 'kinds'] },
  { folder: 'src/web/charts', mayImport: ['i18n', 'ui'] },
  { folder: 'src/web/moves', mayImport: ['i18n', 'api', 'ui', 'charts'] },
  { folder: 'src/web/bots', mayImport: ['i18n', 'kinds', 'api', 'ui'] },
  { folder: 'src/web/features', mayImport: ['i18n', 'kinds', 'api', 'auth', 'ui', 'charts', 'moves', 'bots'] },
  { folder: 'src/web/app', mayImport: ['i18n', 'kinds', 'api', 'auth', 'ui', 'charts', 'bots', 'features'] },
];

/** Which areas the folders inside an area may import; imports among them are in their rows above. */
export const INNER_AREAS = {
  engine: ['base'],
  adapters: ['base', 'engine', 'ports'],
  simulator: ['base', 'engine'],
  web: ['base', 'engine', 'contract'],
} as const;

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
}

interface Override {
  readonly includes: readonly string[];
  readonly linter: { readonly rules: Record<string, Record<string, unknown>> };
}

const PURE = new Set(['src/base', 'src/contract']);
const FULL_ZOD = 'Use zod/mini: the full zod would travel into the browser.';
const NO_NODE = 'This folder also runs in the browser.';
/** What pages show at once; the library's are several times as heavy to load and to draw (decision 135). */
const OWN_CONTROLS = {
  '@mantine/core': {
    importNames: [
      ...['ActionIcon', 'Button', 'Kbd', 'NumberInput', 'SegmentedControl', 'Select', 'Skeleton', 'Switch'],
      ...['Textarea', 'TextInput'],
    ],
    message: 'Use ours: ui/form for controls, ui/page/skeleton.tsx.',
  },
};

/**
 * One override per folder with its whole deny list, because overlapping overrides of Biome replace one another. Biome
 * judges the text of an import, so it refuses names such as `#web/…`; `direction-complaints.ts` follows relative paths.
 */
export function overrides(): Override[] {
  return [
    ...areaDirections.map(areaOverride),
    ...engineDirections.map(engineOverride),
    ...adapterDirections.map(adapterOverride),
    ...simulatorDirections.map(simulatorOverride),
    ...webDirections.map(webOverride),
  ];
}

function areaOverride({ folder, mayImport }: Direction): Override {
  const own = folder.split('/')[1] ?? '';
  const pure = PURE.has(folder) ? [{ group: ['node:*'], message: NO_NODE }] : [];
  const paths = PURE.has(folder) ? { zod: FULL_ZOD } : {};
  return override(folder, paths, [...areaPatterns(own, mayImport), ...pure]);
}

function engineOverride({ folder, mayImport }: Direction): Override {
  const plain = override(folder, { zod: FULL_ZOD }, [
    ...areaPatterns('engine', INNER_AREAS.engine),
    ...neighbourPatterns(folder, mayImport, engineDirections),
    { group: ['node:*'], message: 'The engine is pure: no clock, no chance, no input or output.' },
  ]);
  return pure(plain);
}

/** A folder that may use neither clock nor randomness; purity-complaints.ts refuses what Biome cannot tell. */
function pure(plain: Override): Override {
  const style = { ...plain.linter.rules['style'], ...noClock() };
  return { ...plain, linter: { rules: { style } } };
}

function noClock(): Record<string, unknown> {
  return {
    noRestrictedGlobals: {
      level: 'error',
      options: { deniedGlobals: { Date: 'Time arrives in events; see base/time.ts.' } },
    },
  };
}

function adapterOverride({ folder }: Direction): Override {
  return override(folder, {}, [
    ...areaPatterns('adapters', INNER_AREAS.adapters),
    { group: ['#adapters/**'], message: 'An adapter knows no other adapter.' },
  ]);
}

function simulatorOverride({ folder }: Direction): Override {
  const message = 'Prices, market and matching follow from their inputs: no clock, no chance, no input or output.';
  const patterns = [...areaPatterns('simulator', INNER_AREAS.simulator), { group: ['node:*'], message }];
  return pure(override(folder, {}, patterns));
}

function webOverride({ folder, mayImport }: Direction): Override {
  const charts = folder === 'src/web/charts' ? {} : { 'lightweight-charts': 'Only charts/ draws charts.' };
  const features =
    folder === 'src/web/features'
      ? [
          {
            group: ['#web/features/**'],
            message: 'A feature imports its own files by relative paths, and no other feature.',
          },
        ]
      : [];
  return override(folder, { zod: FULL_ZOD, ...charts, ...OWN_CONTROLS }, [
    ...areaPatterns('web', INNER_AREAS.web),
    ...neighbourPatterns(folder, mayImport, webDirections),
    ...features,
    { group: ['node:*'], message: NO_NODE },
  ]);
}

/** Why a package, or some of its names, must not be imported. */
type DeniedPackage = string | { readonly importNames: readonly string[]; readonly message: string };

function override(folder: string, paths: Record<string, DeniedPackage>, patterns: readonly Pattern[]): Override {
  const rule = { level: 'error', options: { paths, patterns } };
  return {
    includes: [`${folder}/**`, '!**/*.test.ts', '!**/*.test.tsx'],
    linter: { rules: { style: { noRestrictedImports: rule } } },
  };
}

function areaPatterns(own: string, mayImport: readonly string[]): Pattern[] {
  const denied = AREAS.filter((area) => area !== own && !mayImport.includes(area));
  return [{ group: denied.map((area) => `#${area}/**`), message: `${own} must not know this area (ARCHITECTURE.md).` }];
}

function neighbourPatterns(folder: string, mayImport: readonly string[], all: readonly Direction[]): Pattern[] {
  const [, area, own] = folder.split('/');
  const denied = all
    .map((direction) => direction.folder.split('/')[2] ?? '')
    .filter((name) => name !== own && !mayImport.includes(name))
    .map((name) => `#${area}/${name}/**`);
  return denied.length === 0 ? [] : [{ group: denied, message: `${own} must not know this folder (ARCHITECTURE.md).` }];
}

/** The text of biome.directions.json, which biome.json extends: one override a line. */
export function directionsText(): string {
  const lines = overrides().map((item) => `    ${JSON.stringify(item)}`);
  return `{\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
