import { expect, type BrowserContext } from '@playwright/test';

/** Errors in the consoles of pages, of their scripts, and violations of the content security policy. */
export interface FaultLog {
  watch(context: BrowserContext): void;
  /** Faults with this text are the test's own doing. */
  allow(text: string): void;
  /** @throws where a fault was seen that is not allowed */
  check(): void;
}

export function createFaultLog(): FaultLog {
  const faults: string[] = [];
  const allowed: string[] = [];
  return {
    watch: (context) => {
      context.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
      context.on('console', (message) => {
        // The browser reports every refusal of the server, which pages show in their own words.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          faults.push(`console: ${message.text()}`);
      });
    },
    allow: (text) => void allowed.push(text),
    check: () => {
      const unexpected = faults.filter((fault) => !allowed.some((text) => fault.includes(text)));
      expect(unexpected, 'faults that the pages reported').toEqual([]);
    },
  };
}
