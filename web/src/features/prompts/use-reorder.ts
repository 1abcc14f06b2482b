import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The item being moved, and the current order. */
interface Grab {
  id: string;
  order: readonly string[];
  by: 'keyboard' | 'pointer';
}

export type ReorderNews = 'grabbed' | 'moved' | 'dropped' | 'cancelled';

export interface Reorder {
  /** The position of each item, for CSS `order`, so that it keeps the focus and the pointer. */
  placeOf: (id: string) => number;
  grabbed: string | null;
  /** The element of each item. */
  itemRef: (id: string) => (element: HTMLElement | null) => void;
  handle: (id: string) => {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
  /** Moves an item by one place, for buttons. */
  step: (id: string, by: -1 | 1) => void;
}

/**
 * Reorders a list by dragging a handle, by Space and arrow keys on it, or step by step. The focus does not move.
 * @param onNews called for an announcement, with the item's new position from 1
 */
export function useReorder(
  ids: readonly string[],
  onReorder: (order: string[]) => void,
  onNews: (news: ReorderNews, id: string, place: number) => void,
): Reorder {
  const [grab, setGrab] = useState<Grab | null>(null);
  const items = useRef(new Map<string, HTMLElement>());
  const focused = useRef<HTMLElement | null>(null);
  const order = grab?.order ?? ids;
  const placeIn = (all: readonly string[], id: string) => all.indexOf(id) + 1;

  // A row that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (focused.current?.isConnected && document.activeElement === document.body) focused.current.focus();
    focused.current = null;
  });

  function commit(id: string, to: readonly string[], news: ReorderNews): void {
    setGrab(null);
    onNews(news, id, placeIn(to, id));
    if (to.join() === ids.join()) return;
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onReorder([...to]);
  }

  function cancel(id: string): void {
    setGrab(null);
    onNews('cancelled', id, placeIn(ids, id));
  }

  function moveTo(current: Grab, place: number): void {
    const others = current.order.filter((id) => id !== current.id);
    const moved = others.toSpliced(place, 0, current.id);
    if (moved.join() === current.order.join()) return;
    setGrab({ ...current, order: moved });
    if (current.by === 'keyboard') onNews('moved', current.id, place + 1);
  }

  const latest = useRef({ grab, commit, cancel, moveTo });
  useLayoutEffect(() => {
    latest.current = { grab, commit, cancel, moveTo };
  });

  // The pointer leaves the handle while dragging, so the listeners are on the window.
  const isDragged = grab?.by === 'pointer';
  useEffect(() => {
    if (!isDragged) return;
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const { grab: current, moveTo: goTo } = latest.current;
      if (!current) return;
      const above = current.order.filter((id) => id !== current.id && middleOf(items.current.get(id)) < clientY);
      goTo(current, above.length);
      items.current.get(current.id)?.scrollIntoView({ block: 'nearest' });
    };
    const drop = () => {
      const { grab: current, commit: settle } = latest.current;
      if (current) settle(current.id, current.order, 'dropped');
    };
    const stop = () => latest.current.grab && latest.current.cancel(latest.current.grab.id);
    const stopByKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && stop();
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', stopByKey);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', stopByKey);
    };
  }, [isDragged]);

  function pressKey(event: KeyboardEvent<HTMLElement>, id: string): void {
    const current = grab?.id === id && grab.by === 'keyboard' ? grab : null;
    const isToggle = event.key === ' ' || event.key === 'Enter';
    if (current === null) {
      if (!isToggle || grab !== null) return;
      event.preventDefault();
      setGrab({ id, order: ids, by: 'keyboard' });
      onNews('grabbed', id, placeIn(ids, id));
      return;
    }
    if (!isToggle && !['Escape', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const place = current.order.indexOf(id);
    const last = current.order.length - 1;
    if (isToggle) commit(id, current.order, 'dropped');
    else if (event.key === 'Escape') cancel(id);
    else if (event.key === 'Home') moveTo(current, 0);
    else if (event.key === 'End') moveTo(current, last);
    else moveTo(current, Math.min(last, Math.max(0, place + (event.key === 'ArrowUp' ? -1 : 1))));
  }

  return {
    placeOf: (id) => order.indexOf(id),
    grabbed: grab?.id ?? null,
    itemRef: (id) => (element) => {
      if (element) items.current.set(id, element);
      else items.current.delete(id);
    },
    handle: (id) => ({
      onKeyDown: (event) => pressKey(event, id),
      onPointerDown: (event) => {
        if (event.button !== 0 || grab !== null) return;
        // Otherwise the drag would select text.
        event.preventDefault();
        event.currentTarget.focus();
        setGrab({ id, order: ids, by: 'pointer' });
      },
      // The focus was lost by Tab or a click elsewhere: an item that stayed grabbed would block the others.
      onBlur: () => {
        if (grab?.id === id && grab.by === 'keyboard') commit(id, grab.order, 'dropped');
      },
    }),
    step: (id, by) => {
      const place = ids.indexOf(id) + by;
      if (place < 0 || place >= ids.length) return;
      commit(id, ids.filter((other) => other !== id).toSpliced(place, 0, id), 'moved');
    },
  };
}

function middleOf(element: HTMLElement | undefined): number {
  if (element === undefined) return Infinity;
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
