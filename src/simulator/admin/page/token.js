/** Only this tab keeps the token, and only until it is closed. */
const KEPT_AS = 'simulator-admin-token';

/** The token that this tab knows; null before somebody has given it. */
export const knownToken = () => sessionStorage.getItem(KEPT_AS);

export function keepToken(token) {
  sessionStorage.setItem(KEPT_AS, token);
}

export function forgetToken() {
  sessionStorage.removeItem(KEPT_AS);
}

/** Keeps the token of an address that ends in #token=…, and takes it out of the address and so out of the history. */
export function takeTokenOfAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  keepToken(token);
  history.replaceState(null, '', location.pathname);
}
