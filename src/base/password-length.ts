/** Characters that a password has at least; shared by the accounts and by the page that changes it. */
export const PASSWORD_LENGTH_MIN = 8;
