/** Styles of the first load: the typeface, and our own ground. */
import '@fontsource-variable/inter/index.css';
import './tokens.css';
