/** Styles of the first load: the typeface and our own base. */
import '@fontsource-variable/inter/index.css';
import './tokens.css';
