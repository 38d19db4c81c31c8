import { useEffect } from 'react';

/** Sets the title of the browser tab. The title is outside React, so this is an effect. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Botyard`;
  }, [title]);
}
