import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files of each project: started first, so that none of them runs alone at the end. */
const slowest: readonly string[] = [
  'e2e/faults/outages.test.ts',
  'e2e/faults/asking.test.ts',
  'e2e/faults/paying.test.ts',
  'e2e/start-and-stop.test.ts',
  'e2e/faults/making.test.ts',
  'e2e/faults/losses.test.ts',
  'backup/backup.test.ts',
  'attempts/killed-worker.test.ts',
  'invoice/issue-at-billingo.test.ts',
  'platform/database/pooled-database.test.ts',
  'gallery/photo-checks.routes.test.ts',
  'attempts/embedded-films.test.ts',
  'upload/broken-upload.test.ts',
  'attempts/film-download.test.ts',
  'renderer/src/node/animate.test.ts',
  'renderer/judge/hard-photos.test.ts',
  'renderer/src/core/face/find-faces.test.ts',
  'renderer/src/node/render-in-thread.test.ts',
];

/** Vitest's order, with the slowest files of each project first: a fresh clone has no recorded durations. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = slowest.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? slowest.length : found;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- this one is Vitest's
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
  }
}
