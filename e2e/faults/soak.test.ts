import { soak } from './scenarios/soak.ts';
import { testShortForm } from './short-form.ts';

await testShortForm(soak);
