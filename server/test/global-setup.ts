import { clusterVariable, startTestCluster } from './cluster.ts';

/** Starts the database of a test run, unless the caller has one, and hands its address to the test processes. @returns how to stop it */
export default async function startClusterOfRun(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[clusterVariable]) return undefined;
  const cluster = await startTestCluster();
  process.env[clusterVariable] = cluster.adminUrl;
  return () => cluster.stop();
}
