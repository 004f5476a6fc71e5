/** What graphics are called that the processor makes: SwiftShader in Chromium, llvmpipe of Mesa, Windows's own. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Whether the processor draws what this canvas shows. */
export const isDrawnBySoftware = (canvas: HTMLCanvasElement): boolean => {
  const gl = canvas.getContext('webgl2')
  const names = gl?.getExtension('WEBGL_debug_renderer_info')
  return Boolean(gl && names && SOFTWARE.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL))))
}
