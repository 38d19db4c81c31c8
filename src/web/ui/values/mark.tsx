/** The mark of the product: three steps of a ladder and a bot. */
export function Mark({ size }: { readonly size: number }) {
  return <img src="/mark.svg" width={size} height={size} alt="" />;
}
