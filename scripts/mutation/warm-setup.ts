import { inject } from 'vitest';

// A reused process loads the tests of the next mutant without any mutant active.
const stryker = (globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__;
if (stryker && inject('mutantActivation' as never) !== 'static') delete stryker.activeMutant;
