import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { AfterPaint } from './after-paint.tsx';

it('a heavy part is drawn after the page around it stands in the document', async () => {
  const stages: string[] = [];
  const note = () => stages.push(`${screen.queryByText('page') !== null} ${screen.queryByText('heavy') !== null}`);
  function Page() {
    useLayoutEffect(() => void note());
    return <p>page</p>;
  }
  function Heavy() {
    useLayoutEffect(() => void note());
    return <p>heavy</p>;
  }
  await act(async () => {
    render(
      <MantineProvider env="test">
        <Page />
        <AfterPaint height={100}>
          <Heavy />
        </AfterPaint>
      </MantineProvider>,
    );
  });
  expect(stages).toEqual(['true false', 'true true']);
});
