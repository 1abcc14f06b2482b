import { inject } from 'vitest';

// A process that goes on with the next mutant loads its tests with none.
const stryker = (globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__;
if (stryker && inject('mutantActivation' as never) !== 'static') delete stryker.activeMutant;
