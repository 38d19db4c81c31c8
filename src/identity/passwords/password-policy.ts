import { randomInt } from 'node:crypto';
import { PASSWORD_LENGTH_MIN } from '#base/typed/password-length.ts';
import { normalText, searchedText } from '#base/typed/typed-text.ts';
import { commonPasswords } from './common-passwords.ts';

export const PASSWORD_LENGTH_MAX = 256;

/**
 * Whether the policy accepts the password of an account: long enough, not blank, not a common one and not the email, in
 * any capitalisation and with any blanks around it.
 */
export function isPasswordAllowed(password: string, email: string): boolean {
  const normal = normalText(password);
  const length = [...normal].length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) return false;
  const bare = searchedText(normal);
  return bare !== '' && bare !== email.toLowerCase() && !commonPasswords.has(bare);
}

/** The policy in the protocol's form. */
export function passwordPolicyBody() {
  return {
    customStrengthOptions: { minPasswordLength: PASSWORD_LENGTH_MIN, maxPasswordLength: PASSWORD_LENGTH_MAX },
    schemaVersion: 1,
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
  };
}

const RANDOM_GROUPS = 4;
const GROUP_LENGTH = 5;
/** Letters and digits that cannot be mistaken for each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password for a person to type once: 20 characters of 5 bits each, in groups. */
export function randomPassword(): string {
  const letter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: RANDOM_GROUPS }, group).join('-');
}
