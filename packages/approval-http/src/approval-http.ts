import { definePlugin, reasonOf, rememberApproval, serviceToken, ToolrackError, ValidatorService } from '@toolrack/contracts';
import { Approvers } from './approvers.js';
import { EditOutcomes } from './edit-outcomes.js';
import { editedArguments } from './edited-arguments.js';
import { checkApprovers, optionsSchema, webhookUrl, type ApprovalHttpOptions } from './options.js';
import { PendingApprovals, type ReadEdit } from './pending-approvals.js';
import { listen } from './queue-server.js';
import { Webhook } from './webhooks.js';

const name = '@toolrack/approval-http';

/** Where the queue listens, for hosts that let the system choose the port. */
export const ApprovalQueueAddress = serviceToken<{ readonly host: string; readonly port: number }>('@toolrack/approval-http.address');

/** A queue of approvals over HTTP: approvers list, allow, deny and edit; webhooks tell them that something waits. */
export const approvalHttp = definePlugin<ApprovalHttpOptions>({
  name,
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: async (plugin, options) => {
    const { host = '127.0.0.1', port = 8810, allowedHosts = [], maxPending = 1000, webhooks = [] } = options;
    checkApprovers(options.approvers);
    const readEdit: ReadEdit = (verdict, request) => editedArguments(verdict, request, () => plugin.service(ValidatorService));
    const pending = new PendingApprovals(maxPending, readEdit);
    const edits = new EditOutcomes(plugin.events);
    const closing = new AbortController();
    const receivers = webhooks.map(
      ({ url, secret }, index) => new Webhook(webhookUrl(url, index + 1), secret, plugin.logger, closing.signal),
    );
    const server = await listen({ pending, edits, approvers: new Approvers(options.approvers), host, port, allowedHosts }).catch(
      (error: unknown) => {
        throw new ToolrackError('ERR_PLUGIN_APPLY', `${name} cannot listen on ${host}:${port}: ${reasonOf(error)}.`, {
          plugin: name,
          cause: error,
        });
      },
    );
    plugin.onDispose(async () => {
      closing.abort();
      pending.close();
      await server.close();
    });
    plugin.provide(ApprovalQueueAddress, () => ({ host, port: server.port }));
    plugin.logger.info(`approvals wait at http://${host}:${server.port}/approvals`);
    plugin.hooks.approve.tap((request) => {
      const asked = pending.ask(request, (decision, verdict) => {
        if (verdict?.remember !== undefined) rememberApproval(plugin, request, decision, verdict.remember);
        const { decision: made, by, reason } = decision;
        const told = { ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
        for (const receiver of receivers)
          receiver.post({
            type: 'approval.decided',
            id: request.approvalId,
            decision: made,
            edited: decision.arguments !== undefined,
            ...told,
          });
      });
      const approval = pending.get(request.approvalId);
      if (approval !== undefined) for (const receiver of receivers) receiver.post({ type: 'approval.requested', approval });
      return asked;
    });
  },
});
