import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, so that no worker begins one of them when all others are done. What is not listed keeps Vitest's order. */
const slowest: readonly string[] = [];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = slowest.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? slowest.length : found;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- this one is Vitest's
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
