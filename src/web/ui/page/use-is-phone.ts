import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than 768 px: rows are cards there. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false;
}
