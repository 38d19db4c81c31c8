declare global {
  // The name under which libraries that add a style element look for a nonce.
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the server gave to this page; the security policy lets in only style elements that carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Passes the nonce to the library that locks scrolling behind a dialog. */
export function shareNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
