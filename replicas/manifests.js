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

const here = fileURLToPath(new URL('.', import.meta.url));
const deploy = join(here, '../deploy');
const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../plimsoll');
const FILES = ['kubernetes/configuration.yaml', 'kubernetes/plimsoll.yaml'];
const run = promisify(execFile);

const documents = FILES.flatMap((file) => parseAllDocuments(readFileSync(join(deploy, file), 'utf8'), { uniqueKeys: true }).map((document) => {
  assert.deepEqual(document.errors, [], file);
  return document.toJS();
}));
const one = (kind) => documents.find((document) => document.kind === kind);

/** Returns the errors of the API's schema. Its validator never reads unknown fields, so unread fields are unknown. */
async function complaints(document) {
  const { [document.kind]: Model } = await import(`kubernetes-models/${document.apiVersion}/${document.kind}`);
  const seen = new Set();
  const model = new Model(document);
  for (const name of Object.keys(document)) model[name] = watched(document[name], `/${name}`, seen);
  model.validate();
  return Object.keys(document).flatMap((name) => unread(document[name], `/${name}`, seen));
}

function watched(value, path, seen) {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, name) {
      seen.add(`${path}/${String(name)}`);
      return watched(target[name], `${path}/${String(name)}`, seen);
    },
    ownKeys(target) {
      Object.keys(target).forEach((name) => seen.add(`${path}/${name}`));
      return Reflect.ownKeys(target);
    },
  });
}

function unread(value, path, seen) {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((name) => (seen.has(`${path}/${name}`) ? unread(value[name], `${path}/${name}`, seen) : [`${path}/${name}: no such field`]));
}

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-deploy-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exists(program) {
  return run(program, ['--version']).then(() => true, () => false);
}

export const manifests = {
  'deploy/kubernetes matches the schemas of the API': async () => {
    for (const document of documents) assert.deepEqual(await complaints(document), [], document.kind);
    const misspelt = structuredClone(one('Deployment'));
    misspelt.spec.template.spec.containers[0].readinessProb = {};
    assert.equal((await complaints(misspelt)).length, 1, 'this check finds misspelled fields');
    return `${documents.length} objects: ${documents.map((document) => document.kind).join(', ')}`;
  },

  'deploy/kubernetes is consistent': () => {
    const [deployment, service, secret, map] = ['Deployment', 'Service', 'Secret', 'ConfigMap'].map(one);
    const { metadata, spec } = deployment.spec.template;
    const [container] = spec.containers;
    for (const selector of [deployment.spec.selector.matchLabels, service.spec.selector, one('PodDisruptionBudget').spec.selector.matchLabels, one('NetworkPolicy').spec.podSelector.matchLabels]) {
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

  'plimsoll config check accepts the configuration in deploy/kubernetes': () => inFolder(async (folder) => {
    const file = join(folder, 'plimsoll.yaml');
    writeFileSync(file, one('ConfigMap').data['plimsoll.yaml']);
    const { stringData } = one('Secret');
    const env = Object.fromEntries(one('Deployment').spec.template.spec.containers[0].env.filter(({ valueFrom }) => valueFrom)
      .map(({ name, valueFrom }) => [name, stringData[valueFrom.secretKeyRef.key]]));
    await run(PLIMSOLL, ['config', 'check', file, '--data', folder], { env: { ...process.env, ...env } });
    return `${Object.keys(env).length} variables`;
  }),

  'systemd accepts deploy/systemd, with low exposure': () => inFolder(async (folder) => {
    if (!(await exists('systemd-analyze'))) return 'skipped: systemd-analyze is not installed';
    const file = join(folder, 'plimsoll.service');
    const unit = readFileSync(join(deploy, 'systemd/plimsoll.service'), 'utf8');
    // verify requires an existing program
    writeFileSync(file, unit.replace('/opt/plimsoll/plimsoll', process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', file]);
    assert.equal(stdout + stderr, '');
    const said = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', file]);
    return `exposure level ${/exposure level[^:]*: ([\d.]+)/.exec(said.stdout)[1]}`;
  }),
};
