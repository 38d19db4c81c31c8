import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, which carry figures into style sheets. */
    [name: `--${string}`]: string | number | undefined;
  }
}
