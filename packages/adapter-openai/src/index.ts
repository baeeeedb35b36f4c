export { answerToolCalls, type AnsweredCalls } from './answer-tool-calls.js';
export {
  type AssistantMessage,
  type ChatClient,
  type ChatExchange,
  type ChatMessage,
  type ChatPart,
  type ChatRequest,
  type ChatToolCall,
  type FunctionTool,
} from './chat-types.js';
export { functionParameters, toFunctionTools } from './function-tools.js';
export { ChatError, httpChatClient, type HttpChatClientOptions } from './http-chat-client.js';
export { runAgent, type AgentOutcome, type AgentTask } from './run-agent.js';
