/**
 * The one policy of the page for strings that libraries write as HTML. The content security policy allows no other, and
 * refuses every such string that this one does not pass. It must be imported before whatever writes one.
 *
 * A string without `<` cannot make an element: it becomes text, such as the sheets that the component library writes into
 * style elements. Nothing that we use writes markup, a script or the address of one, so all of that is refused.
 */
export function admitText(markup: string): string | null {
  return markup.includes('<') ? null : markup;
}

/** https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory */
interface PolicyFactory {
  createPolicy(name: 'default', rules: { createHTML(markup: string): string | null }): unknown;
}

/** Absent in older browsers, which then enforce nothing. */
const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', { createHTML: admitText });
