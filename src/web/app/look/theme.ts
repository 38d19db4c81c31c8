import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';
import { tokens } from './tokens.ts';

const dark: MantineColorsTuple = [
  tokens.tx[0],
  tokens.tx2[0],
  tokens.tx3[0],
  tokens.ctl[0],
  tokens.line2[0],
  tokens.s3[0],
  tokens.s2[0],
  tokens.s1[0],
  tokens.bg[0],
  '#090B0E',
];

/** Index 6 is the fill behind white text; the others serve only Mantine's light variants. */
const accent: MantineColorsTuple = [
  '#EDF2FF',
  '#D8E3FF',
  '#B3C8FF',
  '#8DAEFF',
  '#7AA5FF',
  '#4F7FEA',
  '#2F62D9',
  '#2B5FDB',
  '#2455C9',
  '#1B44A6',
];

const control = { size: 'xs' as const };
const quick = { transitionProps: { duration: 120 } };

export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, dark },
  black: tokens.tx[1],
  white: tokens['on-fill'][1],
  autoContrast: true,
  defaultRadius: 'sm',
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(15), xl: rem(18) },
  lineHeights: { xs: '1.34', sm: '1.385', md: '1.4', lg: '1.34', xl: '1.39' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(18), lineHeight: rem(25) },
      h2: { fontSize: rem(13), lineHeight: rem(18) },
      h3: { fontSize: rem(15), lineHeight: rem(20) },
    },
  },
  shadows: { md: 'var(--by-shadow)', xl: 'var(--by-shadow)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  scale: 1,
  // Plain objects, not `Button.extend(…)`: naming a component here would put it into the first load.
  components: {
    Input: { defaultProps: control },
    // A menu stays when what loads late above pushes its button out of view: hidden, it would lose the keyboard's focus.
    Menu: { defaultProps: { ...quick, shadow: 'md', hideDetached: false } },
    MultiSelect: { defaultProps: { ...control, comboboxProps: { shadow: 'md' } } },
    Modal: { defaultProps: { ...quick, centered: true, radius: 'lg', shadow: 'xl' } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});

const mapped = {
  '--mantine-color-body': 'var(--by-bg)',
  '--mantine-color-text': 'var(--by-tx)',
  '--mantine-color-dimmed': 'var(--by-tx3)',
  '--mantine-color-placeholder': 'var(--by-tx3)',
  '--mantine-color-error': 'var(--by-danger)',
  '--mantine-color-default': 'var(--by-s2)',
  '--mantine-color-default-color': 'var(--by-tx)',
  '--mantine-color-default-border': 'var(--by-line2)',
  '--mantine-color-default-hover': 'var(--by-s3)',
  '--mantine-color-anchor': 'var(--by-accent)',
};

/** Maps the library's own names to our tokens, which token-sheet.ts has already added; component-sheet.ts adds these. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: { ...mapped, '--mantine-color-scheme': 'dark' },
  light: { ...mapped, '--mantine-color-scheme': 'light' },
});
