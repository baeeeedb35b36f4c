import type { JsonObject } from '@toolrack/contracts';

/** A tool in the format of OpenAI's chat completions. */
export interface FunctionTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** A call that the model wants. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON as the model wrote it. */
    readonly arguments: string;
  };
}

/** Part of a message to the model. */
export type ChatPart =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** One message of a conversation. */
export type ChatMessage =
  | { readonly role: 'system' | 'developer'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ChatPart[] }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** What the model answered. */
export type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

/** What is sent to a model. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly FunctionTool[];
}

/** One exchange with the model. */
export interface ChatExchange {
  readonly message: AssistantMessage;
  /** Bytes of the request's body. */
  readonly requestBytes: number;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

/** Anything that completes a conversation. */
export interface ChatClient {
  complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatExchange>;
}
