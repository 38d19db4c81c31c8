import { useEffect } from 'react';

/** Sets the title of the browser tab. The title lies outside of React, so this is an effect. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Botyard`;
  }, [title]);
}
