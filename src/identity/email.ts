export const EMAIL_LENGTH_MAX = 254;

/** The normalised form in which an email is stored and looked up. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Whether a normalised email can name an account. */
export function isEmail(email: string): boolean {
  return email.length <= EMAIL_LENGTH_MAX && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
}
