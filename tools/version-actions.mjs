// What `nx release` does to a package besides its package.json: the version that the plugin states in its source is kept equal.
import { join } from 'node:path';
import actions from '@nx/js/src/release/version-actions';

const JsVersionActions = actions.default;

/** `version: '1.2.3'` or `version = '1.2.3'`, also of a constant such as `gatewayVersion`; never `apiVersion`, which follows the contract. */
const literalOf = (version) => new RegExp(`(?<=\\b(?:version|gatewayVersion)(?::| =) ')${version.replaceAll('.', '\\.')}(?=')`, 'gu');

/** Every source file of a folder that is no test. */
function sources(tree, folder) {
  return tree.children(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!tree.isFile(path)) return sources(tree, path);
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : [];
  });
}

export default class VersionActions extends JsVersionActions {
  async updateProjectVersion(tree, newVersion) {
    const { root } = this.projectGraphNode.data;
    const { version: oldVersion } = JSON.parse(tree.read(join(root, 'package.json'), 'utf8'));
    const messages = await super.updateProjectVersion(tree, newVersion);
    for (const path of sources(tree, join(root, 'src'))) {
      const text = tree.read(path, 'utf8');
      const changed = text.replaceAll(literalOf(oldVersion), newVersion);
      if (changed === text) continue;
      tree.write(path, changed);
      messages.push(`✍️  New version ${newVersion} written to source: ${path}`);
    }
    return messages;
  }
}

export const { afterAllProjectsVersioned } = actions;
