import { allKinds, type KindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';

/** A part of the application: an icon in the rail, and the letter that goes there after `g`. */
interface SectionEntry {
  /** The address that the rail opens. */
  readonly path: string;
  readonly title: `nav.${string}`;
  readonly icon: string;
  readonly letter: string;
  /** Its bots place real orders; the rail marks it. */
  readonly isLive?: true;
  /** Its pages say what it will do; navigation marks it and does not lead there. */
  readonly isPlanned?: true;
}

const planned = (address: string) =>
  allKinds().some((kind) => kind.address === address && !kind.isAvailable) ? { isPlanned: true as const } : {};

/** In the order of the rail. */
export const sections = {
  portfolios: { path: '/portfolios', title: 'nav.portfolios', icon: 'wallet', letter: 'p' },
  custom: { path: '/custom/bots', title: 'nav.custom', icon: 'fork', letter: 'c', ...planned('custom') },
  paper: { path: '/dca/bots', title: 'nav.paper', icon: 'layers', letter: 'd' },
  live: {
    path: '/dca-prod/bots',
    title: 'nav.live',
    icon: 'tower',
    letter: 'l',
    isLive: true,
    ...planned('dca-prod'),
  },
  backtest: { path: '/backtest', title: 'nav.backtest', icon: 'flask', letter: 'b' },
  screener: { path: '/screener', title: 'nav.screener', icon: 'scan', letter: 's' },
  market: { path: '/market', title: 'nav.market', icon: 'candles', letter: 'm' },
  orders: { path: '/order-stat', title: 'nav.orders', icon: 'gauge', letter: 'o' },
} as const satisfies Readonly<Record<string, SectionEntry>>;

export type SectionName = keyof typeof sections;
const sectionNames = Object.keys(sections) as SectionName[]; // Its own keys, which TypeScript types as any string.

interface PageEntry {
  /** In the notation of the router: `$id` is one part of an address, `{-$id}` an optional one. */
  readonly path: string;
  /** The view that draws it; several addresses may share one. */
  readonly view: string;
  readonly section: SectionName | null;
  /** Its name inside the section; by default the section's name. */
  readonly title?: `nav.${string}`;
  /** The kind of bots it shows; without one it shows all kinds, or none. */
  readonly kind?: BotKind;
  /** Its icon in the phone's bottom navigation; pages without one are reached through "More". */
  readonly bottomIcon?: string;
  /** Signed-in users are redirected away from here, all others to here. */
  readonly isForGuests?: true;
}

/** The pages of a kind of bot. What this version cannot do for the kind, they describe. */
function kindPages({ kind, address, isAvailable, editor }: KindEntry) {
  const section = sectionNames.find((name) => sections[name].path === `/${address}/bots`) ?? null;
  const isInBottomNavigation = section === 'paper';
  const about = <const View extends string>(view: View, isThere = isAvailable) => ({
    view: isThere ? view : ('coming' as const),
    section,
    kind,
  });
  return [
    {
      path: `/${address}/bots`,
      ...about('bots'),
      title: 'nav.bots',
      ...(isInBottomNavigation ? { bottomIcon: 'bot' as const } : {}),
    },
    {
      path: `/${address}/strategy/{-$id}`,
      ...about(editor === 'rules' ? 'rules' : 'strategy', isAvailable && editor !== null),
      title: 'nav.strategy',
    },
    { path: `/${address}/portfolio/$id`, ...about('portfolio'), title: 'nav.portfolio' },
    {
      path: `/${address}/logs`,
      ...about('logs'),
      title: 'nav.logs',
      ...(isInBottomNavigation ? { bottomIcon: 'scroll' as const } : {}),
    },
  ] as const;
}

const rows = [
  { path: '/login', view: 'login', section: null, isForGuests: true },
  { path: '/', view: 'portfolios', section: 'portfolios' },
  { path: '/portfolios', view: 'portfolios', section: 'portfolios', bottomIcon: 'wallet' },
  ...allKinds().flatMap(kindPages),
  { path: '/backtest', view: 'backtest', section: 'backtest' },
  { path: '/backtest/new', view: 'newTest', section: 'backtest', title: 'nav.newTest' },
  { path: '/backtest/compare', view: 'compare', section: 'backtest' },
  { path: '/backtest/$id', view: 'test', section: 'backtest' },
  { path: '/screener', view: 'screener', section: 'screener' },
  { path: '/market', view: 'market', section: 'market', bottomIcon: 'candles' },
  { path: '/market/$symbol', view: 'symbol', section: 'market', title: 'nav.contract' },
  { path: '/order-stat', view: 'orders', section: 'orders' },
  { path: '/notifications', view: 'notices', section: null, title: 'nav.notices' },
  { path: '/account', view: 'account', section: null, title: 'nav.account' },
] as const satisfies readonly PageEntry[];

type Row = (typeof rows)[number];

/** A row of the table, typed with the names that occur in it. */
export interface PageRow extends PageEntry {
  readonly view: Row['view'];
  readonly title?: Extract<Row, { readonly title: string }>['title'];
  readonly bottomIcon?: 'wallet' | 'bot' | 'scroll' | 'candles';
}

/**
 * Every page of the application. Routes, rail, bottom navigation, command palette, list of keys, the addresses at which
 * the server answers with the application, and the tests that open every page are all made from this table.
 */
export const pages: readonly PageRow[] = rows;

const matchers = pages.map((page) => ({ page, shape: shapeOf(page.path) }));

/** The page at an address without query; a trailing slash is ignored. */
export function pageAt(path: string): PageRow | null {
  return matchers.find(({ shape }) => shape.test(path))?.page ?? null;
}

/**
 * The address of a page with its variable parts filled in.
 * @returns null when a required part is missing
 */
export function pageAddress(page: PageRow, values: Readonly<Record<string, string>> = {}): string | null {
  const parts = page.path.split('/').map((part) => {
    const name = /\$(\w+)/.exec(part)?.[1];
    if (name === undefined) return part;
    return values[name] ?? (part.startsWith('{-') ? '' : null);
  });
  return parts.includes(null) ? null : parts.join('/').replace(/(?<=.)\/$/, '');
}

function shapeOf(path: string): RegExp {
  const parts = path.split('/').slice(1);
  const shape = parts.map((part) =>
    part.startsWith('{-') ? '(?:/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`,
  );
  return new RegExp(`^${shape.join('').replace(/\/$/, '')}/?$`);
}
