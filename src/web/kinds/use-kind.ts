import { useRouteContext } from '@tanstack/react-router';
import { assert } from '#base/assert.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { type BotsView, type KindView, kindView } from './kind-view.ts';
import './kind-views.ts';

/** The kind of bots that this page is about, taken from its route. */
export function useKind(): BotKind {
  // The context is a new object after each change of the address; its kind seldom changes.
  const kind = useRouteContext({ strict: false, select: (context: { readonly kind?: unknown }) => context.kind });
  assert(typeof kind === 'string', 'the page is about a kind of bots');
  return kind;
}

export function useKindView(): KindView {
  return kindView(useKind());
}

/** The bots view of this page's kind, which must be a kind that runs. */
export function useBotsView(): BotsView {
  const { kind, bots } = useKindView();
  assert(bots !== null, `this version shows bots of the kind ${kind}`);
  return bots;
}
