import { payingFaults } from './scenarios/paying.ts';
import { testShortForm } from './short-form.ts';

testShortForm(payingFaults);
