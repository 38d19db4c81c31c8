/** The mark of the product, as in public/mark.svg: three steps of a ladder and a bot. Drawn here, it costs no request. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="#2f62d9" />
      <path d="M6.5 8.5h15M6.5 14h9M6.5 19.5h6" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="19.5" cy="19" r="2.6" fill="#fff" />
    </svg>
  );
}
