import { webAddress, type CallError } from '../gateway/wire.js';

/** How the host of a run lets its user link an account. */
export type ConnectionSurface = 'link' | 'card' | 'side-agent';

/** The code of a call whose account is not linked. */
const connectionRequired = 'CONNECTION_REQUIRED';

/**
 * Words a `CONNECTION_REQUIRED` for what the host can show: the link itself, a card without the link, or the advice that the main agent
 * connects. Other errors pass as they are.
 */
export function fitToSurface(error: CallError, surface: ConnectionSurface): CallError {
  if (error.code !== connectionRequired) return error;
  const { connector, connection_id: connectionId } = error;
  const base = {
    code: error.code,
    message: error.message,
    ...(typeof connector === 'string' ? { connector } : {}),
    ...(typeof connectionId === 'string' ? { connection_id: connectionId } : {}),
  };
  const call = `manage_connections with action "connect"${typeof connector === 'string' ? ` and connectors ["${connector}"]` : ''}`;
  if (surface === 'side-agent') {
    return {
      ...base,
      hint: 'Only the main agent can connect accounts: report that this account has to be connected, and go on without it.',
    };
  }
  if (surface === 'card') {
    return { ...base, connect_card_available: true, hint: `Call ${call}: the user gets a card to connect the account. Then call again.` };
  }
  const url = webAddress(error['connect_url']);
  return {
    ...base,
    ...(url === undefined ? {} : { connect_url: url }),
    hint:
      url === undefined
        ? `Call ${call} to get a link for the user. Call again when the account is connected.`
        : 'Give the user this link to connect the account. Call again when it is connected.',
  };
}
