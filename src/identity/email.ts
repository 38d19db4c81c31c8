import { normalText, searchedText } from '#base/typed/typed-text.ts';

export const EMAIL_LENGTH_MAX = 254;

/** The normalised form in which an email is stored and looked up. */
export function normalEmail(email: string): string {
  return normalText(searchedText(email)); // Small letters may have another spelling than capitals.
}

/** The spellings under which an account may be stored: the normal one and, of accounts made before it, the composed one. */
export function emailSpellings(email: string): readonly string[] {
  const composed = email.trim().normalize('NFC').toLowerCase();
  return [...new Set([composed, normalEmail(email)])];
}

/** Whether a normalised email can name an account. */
export function isEmail(email: string): boolean {
  return email.length <= EMAIL_LENGTH_MAX && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
}
