/**
 * The one policy of the page for strings that become markup, code or the address of code. The content security policy
 * allows no other. It must be made before any other script runs.
 *
 * It has no rule, so the browser refuses every such string: nothing that we use writes one. React makes elements and text,
 * our own sheets and those of the component library are constructed ones, and the chart's mark is switched off.
 */
const RULES = {};

/** https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory */
interface PolicyFactory {
  createPolicy(name: 'default', rules: typeof RULES): unknown;
}

/** Absent in older browsers, which then enforce nothing. */
const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', RULES);
