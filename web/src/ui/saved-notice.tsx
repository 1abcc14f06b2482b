import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

/** Says beside the button that pressing it worked, and comes into sight where the button is not. */
export function SavedNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="ok">
        <p>{children}</p>
      </Notice>
    </div>
  );
}
