import { type Setting, settings } from '../settings.ts';

const COMMANDS = [
  ['npm start', 'Runs Botyard until Ctrl-C.'],
  [
    'npm start -- --roles=lab',
    'Only computes backtests of a program that runs elsewhere, with DATABASE_LAB_URL, until Ctrl-C.',
  ],
  ['npm run simulator', "Runs the simulated exchange alone, with Binance's API for any client, until Ctrl-C."],
  ['npm test', 'Runs all checks and tests; the last line counts them.'],
  ['npm run botyard -- help', 'Prints this.'],
  ['npm run botyard -- user add EMAIL', 'Creates an account and prints its random password once.'],
  ['npm run botyard -- user disable EMAIL', 'Signs the account out everywhere and keeps it out.'],
  ['npm run botyard -- user enable EMAIL', 'Lets a disabled account sign in again.'],
  ['npm run botyard -- user password EMAIL', 'Gives the account a new random password, printed once.'],
  ['npm run botyard -- keys rotate', 'Creates a new sealing key and seals the exchange keys of all users for it.'],
  ['npm run botyard -- keys revoke-all', 'Deletes the exchange keys of all users and the private keys that open them.'],
  [
    'npm run botyard -- backup FILE|FOLDER',
    'Backs up everything but secrets and candles, also while the program runs.',
  ],
  ['npm run botyard -- restore FILE', 'Restores a backup into an empty DATA_DIR.'],
  [
    'npm run botyard -- doctor',
    'Reads everything that is stored, says what is damaged and the way back; --reindex rebuilds damaged indexes.',
  ],
  [
    'npm run botyard -- audit show',
    'Prints the audit trail: who signed in and did what, when and from where; --user EMAIL, --since TIME.',
  ],
  [
    'npm run botyard -- audit check',
    'Verifies that no row of it was changed, deleted or inserted; --holds HASH, as printed earlier.',
  ],
  [
    'npm run botyard -- candles import FILE…',
    'Stores candles (or --funding) of --symbol SYMBOL from CSV or CSV.gz; any symbol with --tick and --step.',
  ],
  [
    'npm run botyard -- candles import-archive FOLDER',
    "Stores candles and funding from a local copy of the exchange's public archive.",
  ],
  ['npm run botyard -- candles export SYMBOL', 'Writes stored candles (or --funding) as CSV.'],
  ['npm run botyard -- candles list', 'Shows what is stored.'],
  ['npm run botyard -- candles verify', 'Reads every stored file and verifies its checksums.'],
  [
    'npm run botyard -- backtest …',
    'Runs --strategy FILE.json on --symbol SYMBOL over imported candles or the bundled month.',
  ],
  ['npm run botyard -- sweep …', 'The same for each set of a --grid of parameters, ranked by final equity.'],
  [
    'npm run botyard -- indicator …',
    'Computes an indicator, --name ID with --params JSON, over --candles FILE.csv; --list names them all.',
  ],
] as const;

const COLUMN = Math.max(...COMMANDS.map(([words]) => words.length)) + 2;

/** What `npm run botyard -- help` prints: every command and every setting. */
export function helpText(): string {
  const commands = COMMANDS.map(([words, sentence]) => `  ${words.padEnd(COLUMN)}${sentence}`);
  const lines = Object.entries<Setting<unknown>>(settings).flatMap(([name, setting]) => [
    `  ${name.padEnd(22)}${setting.sentence}`,
    `${' '.repeat(24)}Allowed: ${setting.allowed}. Default: ${setting.fallback}.`,
  ]);
  return ['Commands', ...commands, '', 'Settings, by environment variable', ...lines].join('\n');
}
