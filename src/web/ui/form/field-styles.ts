/** Styles of the component library's fields that forms still take from it, loaded with the first such form. */
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
