import { useEffect, useRef, useState } from 'react';
import { findOrigin, type Origin } from './provenance.api.ts';

export type FilmCheck =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'told'; origin: Origin }
  | { state: 'failed'; error: unknown };

/** Looks at one film at a time; the last one chosen counts. */
export function useFilmCheck(): { name: string; check: FilmCheck; start: (film: File) => void } {
  const [check, setCheck] = useState<FilmCheck>({ state: 'idle' });
  const [name, setName] = useState('');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (film: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setName(film.name);
    setCheck({ state: 'checking' });
    const show = (found: FilmCheck) => {
      if (!controller.signal.aborted) setCheck(found);
    };
    findOrigin(film, controller.signal).then(
      (origin) => show({ state: 'told', origin }),
      (error: unknown) => show({ state: 'failed', error }),
    );
  };
  return { name, check, start };
}
