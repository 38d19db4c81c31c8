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
  { folder: 'src/engine/schedule', mayImport: ['model', 'scan'] },
  { folder: 'src/engine/moves', mayImport: ['model'] },
  // Fills, fees and liquidations reach an account as events; it must not know how they are produced.
  { folder: 'src/engine/account', mayImport: ['model', 'risk', 'bots', 'ledger', 'scan'] },
  { folder: 'src/engine/simulation', mayImport: ['model', 'risk', 'bots', 'matching', 'scan', 'account'] },
  { folder: 'src/engine/stress', mayImport: ['model', 'risk', 'bots', 'simulation'] },
  { folder: 'src/engine/execution', mayImport: ['model'] },
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
  { folder: 'src/web/bots', mayImport: ['i18n', 'kinds', 'api', 'auth', 'ui'] },
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
