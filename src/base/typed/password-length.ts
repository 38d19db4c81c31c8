/** The least number of characters in a password; used by the accounts and by the page that changes it. */
export const PASSWORD_LENGTH_MIN = 8;
