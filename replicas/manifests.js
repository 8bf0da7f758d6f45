// Checks deploy/ with the schemas of the Kubernetes API, plimsoll config check, and systemd-analyze.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const replicasFolder = fileURLToPath(new URL('.', import.meta.url));
const deploy = join(replicasFolder, '../deploy');
const PLIMSOLL = process.env.PLIMSOLL ?? join(replicasFolder, '../plimsoll');
const FILES = ['kubernetes/configuration.yaml', 'kubernetes/plimsoll.yaml'];
const run = promisify(execFile);

const documents = FILES.flatMap((file) => parseAllDocuments(readFileSync(join(deploy, file), 'utf8'), { uniqueKeys: true }).map((document) => {
  assert.deepEqual(document.errors, [], file);
  return document.toJS();
}));
const findDocument = (kind) => documents.find((document) => document.kind === kind);

/** Returns the errors of a document. The API's validator does not read unknown fields, so fields that are not read are unknown. */
async function schemaErrors(document) {
  const { [document.kind]: Model } = await import(`kubernetes-models/${document.apiVersion}/${document.kind}`);
  const readPaths = new Set();
  const model = new Model(document);
  for (const name of Object.keys(document)) model[name] = recordReads(document[name], `/${name}`, readPaths);
  model.validate();
  return Object.keys(document).flatMap((name) => unreadFields(document[name], `/${name}`, readPaths));
}

function recordReads(value, path, readPaths) {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, name) {
      readPaths.add(`${path}/${String(name)}`);
      return recordReads(target[name], `${path}/${String(name)}`, readPaths);
    },
    ownKeys(target) {
      Object.keys(target).forEach((name) => readPaths.add(`${path}/${name}`));
      return Reflect.ownKeys(target);
    },
  });
}

function unreadFields(value, path, readPaths) {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((name) => (readPaths.has(`${path}/${name}`) ? unreadFields(value[name], `${path}/${name}`, readPaths) : [`${path}/${name}: no such field`]));
}

async function withTemporaryFolder(action) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-deploy-'));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exists(program) {
  return run(program, ['--version']).then(() => true, () => false);
}

export const manifests = {
  'deploy/kubernetes matches the schemas of the API': async () => {
    for (const document of documents) assert.deepEqual(await schemaErrors(document), [], document.kind);
    const misspelled = structuredClone(findDocument('Deployment'));
    misspelled.spec.template.spec.containers[0].readinessProb = {};
    assert.equal((await schemaErrors(misspelled)).length, 1, 'this check finds misspelled fields');
    return `${documents.length} objects: ${documents.map((document) => document.kind).join(', ')}`;
  },

  'deploy/kubernetes is consistent': () => {
    const [deployment, service, secret, map] = ['Deployment', 'Service', 'Secret', 'ConfigMap'].map(findDocument);
    const { metadata, spec } = deployment.spec.template;
    const [container] = spec.containers;
    for (const selector of [deployment.spec.selector.matchLabels, service.spec.selector, findDocument('PodDisruptionBudget').spec.selector.matchLabels, findDocument('NetworkPolicy').spec.podSelector.matchLabels]) {
      assert.deepEqual(selector, metadata.labels);
    }
    for (const { valueFrom } of container.env.filter((each) => each.valueFrom)) {
      assert.equal(valueFrom.secretKeyRef.name, secret.metadata.name);
      assert.ok(valueFrom.secretKeyRef.key in secret.stringData, valueFrom.secretKeyRef.key);
    }
    assert.deepEqual(container.volumeMounts.map((mount) => mount.name), spec.volumes.map((volume) => volume.name));
    assert.equal(spec.volumes[0].configMap.name, map.metadata.name);
    assert.ok(map.data['plimsoll.yaml'].includes(`:${container.ports[0].containerPort}\n`));
    return `${container.env.length} variables, ${spec.volumes.length} volumes`;
  },

  'plimsoll config check accepts the configuration in deploy/kubernetes': () => withTemporaryFolder(async (folder) => {
    const file = join(folder, 'plimsoll.yaml');
    writeFileSync(file, findDocument('ConfigMap').data['plimsoll.yaml']);
    const { stringData } = findDocument('Secret');
    const env = Object.fromEntries(findDocument('Deployment').spec.template.spec.containers[0].env.filter(({ valueFrom }) => valueFrom)
      .map(({ name, valueFrom }) => [name, stringData[valueFrom.secretKeyRef.key]]));
    await run(PLIMSOLL, ['config', 'check', file, '--data', folder], { env: { ...process.env, ...env } });
    return `${Object.keys(env).length} variables`;
  }),

  'systemd accepts deploy/systemd, with low exposure': () => withTemporaryFolder(async (folder) => {
    if (!(await exists('systemd-analyze'))) return 'skipped: systemd-analyze is not installed';
    const file = join(folder, 'plimsoll.service');
    const unit = readFileSync(join(deploy, 'systemd/plimsoll.service'), 'utf8');
    // verify requires an existing program
    writeFileSync(file, unit.replace('/opt/plimsoll/plimsoll', process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', file]);
    assert.equal(stdout + stderr, '');
    const analysis = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', file]);
    return `exposure level ${/exposure level[^:]*: ([\d.]+)/.exec(analysis.stdout)[1]}`;
  }),
};
