import { useState } from 'react';

/** The strategy as last loaded; while it has a draft, the version the draft began with. */
export function useOpened<Strategy>(request: string, loaded: Strategy | undefined) {
  const [held, setHeld] = useState<{ request: string; strategy: Strategy } | null>(null);
  const [isDirty, setDirty] = useState(false);
  const isOfRequest = held !== null && held.request === request;
  if (loaded && loaded !== held?.strategy && !(isOfRequest && isDirty)) setHeld({ request, strategy: loaded });
  return { opened: isOfRequest ? held.strategy : null, setDirty };
}

/** The number of a version in the address; null: the newest. */
export function versionOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
}

interface Versioned {
  readonly version: number;
  readonly versions: readonly { readonly version: number }[];
}

export function newestVersionOf({ version, versions }: Versioned): number {
  return Math.max(version, ...versions.map((one) => one.version));
}
