import {
  Bot,
  ChartCandlestick,
  FlaskConical,
  Gauge,
  GitFork,
  Layers,
  type LucideIcon,
  RadioTower,
  ScanSearch,
  ScrollText,
  WalletMinimal,
} from 'lucide-react';
import type { PageRow, SectionName, sections } from '#contract/pages.ts';

type IconName = (typeof sections)[SectionName]['icon'] | NonNullable<PageRow['bottomIcon']>;

/** The icons behind the names in the table of pages. */
export const pageIcons: Readonly<Record<IconName, LucideIcon>> = {
  wallet: WalletMinimal,
  fork: GitFork,
  layers: Layers,
  tower: RadioTower,
  flask: FlaskConical,
  scan: ScanSearch,
  candles: ChartCandlestick,
  gauge: Gauge,
  bot: Bot,
  scroll: ScrollText,
};
