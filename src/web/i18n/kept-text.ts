/** Choices that the browser refused to store; they last until the page is reloaded. */
const unkept = new Map<string, string>();

/** The text kept under a key on this device, or since the page was loaded; null for none. */
export function keptText(key: string): string | null {
  const text = unkept.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage can be blocked for the site.
  }
}

/** Keeps a text on this device. Where storage is full or blocked, the text lasts until the page is reloaded. */
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}

/** Whether the last text under a key is only in this page, because the browser refused to store it. */
export const isUnkept = (key: string): boolean => unkept.has(key);
