import { type PageRow, pageAt } from '#contract/pages.ts';
import type { BotKind } from '#engine/model/bot.ts';

/** The page of the address, and what its first questions name. */
export interface OpenedPage {
  readonly view: PageRow['view'];
  /** The kind of bots; empty on a page of all kinds, or of none. */
  readonly kind: BotKind | '';
  /** The variable part of the address, such as a portfolio or a contract, percent-encoded; empty without one. */
  readonly id: string;
  /** The market's time when the server sent the page, UTC milliseconds. */
  readonly marketNow: number;
}

/** Null where the address selects something on the page, is none of ours, or the server did not write the market's time in. */
export function openedPage(): OpenedPage | null {
  const page = pageAt(location.pathname);
  const written = document.querySelector<HTMLMetaElement>('meta[name="market-time"]')?.content;
  if (page === null || written === undefined || location.search !== '') return null;
  const at = page.path.split('/').findIndex((part) => part.includes('$'));
  const id = encodedAlike(location.pathname.split('/')[at] ?? '');
  return id === null ? null : { view: page.view, kind: page.kind ?? '', id, marketNow: Date.parse(written) };
}

/** A part of the address, percent-encoded as the page's own requests encode it; null when it is not encoded text. */
function encodedAlike(part: string): string | null {
  try {
    return encodeURIComponent(decodeURIComponent(part));
  } catch {
    return null;
  }
}
