import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { messages as english, plurals as englishPlurals } from '#web/i18n/en.ts';
import { messages as russian, plurals as russianPlurals } from '#web/i18n/ru.ts';
import { makeText, TextProvider } from '#web/i18n/text.tsx';

export const englishText = makeText('en', { messages: english, plurals: englishPlurals });
export const russianText = makeText('ru', { messages: russian, plurals: russianPlurals });

/** Renders a component with its texts and component library, as the program does. */
export function draw(node: ReactNode, text = englishText) {
  return render(
    <MantineProvider env="test">
      <TextProvider initial={text}>{node}</TextProvider>
    </MantineProvider>,
  );
}
