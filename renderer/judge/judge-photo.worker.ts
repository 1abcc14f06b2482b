import { parentPort, workerData } from 'node:worker_threads';
import { judgePhoto, type JudgeOptions } from './judge-photo.ts';
import { callWitness } from './witness.ts';

const witness = await callWitness();
parentPort!.on('message', (photoPath: string) => {
  void judgePhoto(witness, photoPath, workerData as JudgeOptions).then((verdict) => parentPort!.postMessage(verdict));
});
parentPort!.postMessage('ready');
