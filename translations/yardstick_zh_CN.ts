<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Action</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Enqueue…</source>
        <translation>排队…</translation>
    </message>
    <message>
        <source>Take off the queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue…</source>
        <translation>继续训练…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Reset to draft</source>
        <translation>重置为草稿</translation>
    </message>
    <message>
        <source>Clone…</source>
        <translation>克隆…</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回发布</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
</context>
<context>
    <name>ChartWords</name>
    <message>
        <source>Mean epoch time</source>
        <translation>平均每轮时间</translation>
    </message>
    <message>
        <source>Epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>Price per hour and cost per epoch</source>
        <translation>每小时价格与每轮成本</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Cost per epoch</source>
        <translation>每轮成本</translation>
    </message>
    <message>
        <source>Cost per epoch, on-demand against spot</source>
        <translation>每轮成本：按需与竞价对比</translation>
    </message>
    <message>
        <source>On-demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>竞价</translation>
    </message>
    <message>
        <source>Time against money, {0} epochs</source>
        <translation>时间与金钱，{0} 轮</translation>
    </message>
    <message>
        <source>Time of {0} epochs</source>
        <translation>{0} 轮所需时间</translation>
    </message>
    <message>
        <source>All-in cost of {0} epochs</source>
        <translation>{0} 轮的全部成本</translation>
    </message>
    <message>
        <source>All-in cost over the number of epochs</source>
        <translation>全部成本随轮数的变化</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>all-in cost</source>
        <translation>全部成本</translation>
    </message>
    <message>
        <source>above {0}: {1}</source>
        <translation>超过 {0} 轮：{1}</translation>
    </message>
    <message>
        <source>Every timed epoch, in order</source>
        <translation>每个计时轮次，按先后顺序</translation>
    </message>
    <message>
        <source>#{0}, epoch {1}</source>
        <translation>#{0}，第 {1} 轮</translation>
    </message>
    <message>
        <source>Where the money of {0} epochs goes</source>
        <translation>{0} 轮的钱花在哪里</translation>
    </message>
    <message>
        <source>Where the time of {0} epochs goes</source>
        <translation>{0} 轮的时间用在哪里</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Wasted</source>
        <translation>浪费</translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>cost/epoch</source>
        <translation>每轮成本</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>cloned from</source>
        <translation>克隆自</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>epochs planned</source>
        <translation>计划轮数</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>queued at</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>%1 (newest)</source>
        <translation>%1（最新）</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
</context>
<context>
    <name>DataReport</name>
    <message>
        <source>The data set can be used; every label is in order.</source>
        <translation>数据集可以使用；所有标注都没有问题。</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>another data set</source>
        <translation>另一个数据集</translation>
    </message>
    <message>
        <source>cloned from #%1</source>
        <translation>克隆自 #%1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>model %1 → %2</source>
        <translation>模型 %1 → %2</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>0 valid images of {0} in {1}: {2}.</source>
        <translation>{1} 的 {0} 张图像中没有一张有效：{2}。</translation>
    </message>
    <message>
        <source>A GPU of the queue is in use.</source>
        <translation>队列的一块 GPU 正在使用中。</translation>
    </message>
    <message>
        <source>A JSON object is expected.</source>
        <translation>此处应为 JSON 对象。</translation>
    </message>
    <message>
        <source>A cell does not fit into the XLSX file.</source>
        <translation>有单元格放不进 XLSX 文件。</translation>
    </message>
    <message>
        <source>A checkpoint did not come back as it was written.</source>
        <translation>读回的检查点与写入时不一致。</translation>
    </message>
    <message>
        <source>A column is no object.</source>
        <translation>有一列不是对象。</translation>
    </message>
    <message>
        <source>A cost needs at least 1 epoch; there are {0}.</source>
        <translation>计算成本至少需要 1 轮；现有 {0} 轮。</translation>
    </message>
    <message>
        <source>A limit of money cannot be negative.</source>
        <translation>金额上限不能为负。</translation>
    </message>
    <message>
        <source>A model needs at least one class, not {0}.</source>
        <translation>模型至少需要一个类别，而不是 {0} 个。</translation>
    </message>
    <message>
        <source>A name is one line of text without control characters.</source>
        <translation>名称必须是一行不含控制字符的文本。</translation>
    </message>
    <message>
        <source>A new process cannot be started: {0}.</source>
        <translation>无法启动新进程：{0}。</translation>
    </message>
    <message>
        <source>A number is expected, or &quot;NaN&quot;, &quot;Infinity&quot;, &quot;-Infinity&quot;.</source>
        <translation>此处应为数字，或 &quot;NaN&quot;、&quot;Infinity&quot;、&quot;-Infinity&quot;。</translation>
    </message>
    <message>
        <source>A picture could not be compressed: {0}.</source>
        <translation>图片无法压缩：{0}。</translation>
    </message>
    <message>
        <source>A price of {0} holds from {1}: the new one cannot begin before that.</source>
        <translation>{0} 已有自 {1} 起生效的价格：新价格不能早于此时间。</translation>
    </message>
    <message>
        <source>A price of {0} per hour is below zero.</source>
        <translation>每小时 {0} 的价格小于零。</translation>
    </message>
    <message>
        <source>A queue needs a name.</source>
        <translation>队列需要名称。</translation>
    </message>
    <message>
        <source>A time that is not finite cannot be compared.</source>
        <translation>非有限的时间无法比较。</translation>
    </message>
    <message>
        <source>All slots of the host are taken.</source>
        <translation>主机的所有任务位都已占用。</translation>
    </message>
    <message>
        <source>An XLSX sheet holds at most {0} rows and {1} columns.</source>
        <translation>XLSX 工作表最多容纳 {0} 行、{1} 列。</translation>
    </message>
    <message>
        <source>An experiment trains: its mode cannot be {0}.</source>
        <translation>实验只做训练：其模式不能是 {0}。</translation>
    </message>
    <message>
        <source>An image could not be prepared: {0}.</source>
        <translation>有一张图像无法准备：{0}。</translation>
    </message>
    <message>
        <source>Another process schedules this store: {0}, process {1}, since {2}.</source>
        <translation>另一个进程正在调度此存储：{0}，进程 {1}，自 {2} 起。</translation>
    </message>
    <message>
        <source>Another queue of the host is next.</source>
        <translation>轮到该主机的另一个队列。</translation>
    </message>
    <message>
        <source>Class {0} in {1} line {2}, but the data set has one class (0).</source>
        <translation>{1} 第 {2} 行的类别为 {0}，但数据集只有一个类别（0）。</translation>
    </message>
    <message>
        <source>Class {0} in {1} line {2}, but the data set has {3} classes (0–{4}).</source>
        <translation>{1} 第 {2} 行的类别为 {0}，但数据集只有 {3} 个类别（0–{4}）。</translation>
    </message>
    <message>
        <source>Epoch times of published rows are derived: 3600 × cost per epoch / price per hour.</source>
        <translation>公布行的每轮时间为推算值：3600 × 每轮成本 / 每小时价格。</translation>
    </message>
    <message>
        <source>Experiment #{0} no longer waits.</source>
        <translation>实验 #{0} 已不在等待。</translation>
    </message>
    <message>
        <source>Experiment {0} has done {1} epochs: continue needs more than that, not {2}.</source>
        <translation>实验 {0} 已完成 {1} 轮：继续训练需要大于此数，而不是 {2}。</translation>
    </message>
    <message>
        <source>Experiment {0} is in the trash: restore it first.</source>
        <translation>实验 {0} 在回收站中：请先还原。</translation>
    </message>
    <message>
        <source>Experiment {0} is {1}: “{2}” is not allowed now; allowed: {3}.</source>
        <translation>实验 {0} 的状态为 {1}：现在不允许“{2}”；允许的操作：{3}。</translation>
    </message>
    <message>
        <source>Experiment {0} left no checkpoint to continue from: clone it with more epochs.</source>
        <translation>实验 {0} 没有可供继续的检查点：请用更多轮数克隆它。</translation>
    </message>
    <message>
        <source>Experiment {0} left no checkpoint to resume from: retry starts it afresh.</source>
        <translation>实验 {0} 没有可供恢复的检查点：重试会从头开始。</translation>
    </message>
    <message>
        <source>It was ended at once; what followed its last checkpoint is lost.</source>
        <translation>它被立即终止；最后一个检查点之后的内容已丢失。</translation>
    </message>
    <message>
        <source>Its attempt is not in the store.</source>
        <translation>它的运行记录不在存储中。</translation>
    </message>
    <message>
        <source>Line {0} has {1} fields; the header has {2}.</source>
        <translation>第 {0} 行有 {1} 个字段；表头有 {2} 个。</translation>
    </message>
    <message>
        <source>Line {0}: a quoted field does not end.</source>
        <translation>第 {0} 行：带引号的字段没有结束。</translation>
    </message>
    <message>
        <source>Line {0}: text follows a quoted field.</source>
        <translation>第 {0} 行：带引号的字段之后还有文本。</translation>
    </message>
    <message>
        <source>Mixed precision is {0} instead of {1}.</source>
        <translation>混合精度为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>No clear winner: {0} and {1} cost about the same per epoch.</source>
        <translation>没有明显优胜者：{0} 与 {1} 的每轮成本大致相同。</translation>
    </message>
    <message>
        <source>No data set is chosen.</source>
        <translation>没有选择数据集。</translation>
    </message>
    <message>
        <source>No data set is given.</source>
        <translation>没有给出数据集。</translation>
    </message>
    <message>
        <source>No epoch was timed on this machine.</source>
        <translation>该机器上没有计时的轮次。</translation>
    </message>
    <message>
        <source>No job is allowed on this queue at all.</source>
        <translation>此队列完全不允许任务。</translation>
    </message>
    <message>
        <source>No machine can be ranked yet.</source>
        <translation>还没有可以排名的机器。</translation>
    </message>
    <message>
        <source>No program is given.</source>
        <translation>没有给出程序。</translation>
    </message>
    <message>
        <source>No weights file was given for {0}: training starts from scratch.</source>
        <translation>没有为 {0} 给出权重文件：从零开始训练。</translation>
    </message>
    <message>
        <source>None of the {0} train images has a label; that of the first was expected in {1}{2}.</source>
        <translation>{0} 张训练图像都没有标注；第一张的标注应位于 {1}{2}。</translation>
    </message>
    <message>
        <source>Nothing was found to convert into {0}.</source>
        <translation>没有找到可转换到 {0} 的内容。</translation>
    </message>
    <message>
        <source>Only 8-bit pictures with three channels can be written as JPEG.</source>
        <translation>只有三通道 8 位图片可以写为 JPEG。</translation>
    </message>
    <message>
        <source>Only {0} can be ranked yet.</source>
        <translation>目前只有 {0} 可以排名。</translation>
    </message>
    <message>
        <source>Steady epochs timed so far: {0} of the {1} that are needed.</source>
        <translation>只有 {0} 个稳定轮次的计时；需要 {1} 个。</translation>
    </message>
    <message>
        <source>Power and its tariff must not be below zero.</source>
        <translation>功率和电价不能小于零。</translation>
    </message>
    <message>
        <source>Process {0} cannot be signalled: {1}.</source>
        <translation>无法向进程 {0} 发送信号：{1}。</translation>
    </message>
    <message>
        <source>Process {0} has ended.</source>
        <translation>进程 {0} 已结束。</translation>
    </message>
    <message>
        <source>Queue {0} asks for GPU {1}; {2} has {3}, counted from 0.</source>
        <translation>队列 {0} 要求 GPU {1}；{2} 有 {3} 块，从 0 计数。</translation>
    </message>
    <message>
        <source>Queue {0} asks for {1} CPU threads per job; {2} has {3} (0 means all of them).</source>
        <translation>队列 {0} 要求每个任务 {1} 个 CPU 线程；{2} 有 {3} 个（0 表示全部）。</translation>
    </message>
    <message>
        <source>Queue {0} must be allowed at least one job at once.</source>
        <translation>队列 {0} 至少要允许同时运行一个任务。</translation>
    </message>
    <message>
        <source>Row {0} has {1} cells for {2} columns.</source>
        <translation>第 {0} 行有 {1} 个单元格，而有 {2} 列。</translation>
    </message>
    <message>
        <source>Saved at epoch {0}, batch {1}; the run can be resumed from weights/last.ckpt.</source>
        <translation>已在第 {0} 轮第 {1} 批保存；可从 weights/last.ckpt 恢复。</translation>
    </message>
    <message>
        <source>Several experiments are named &quot;{0}&quot;: {1}; give the number.</source>
        <translation>有多个名为“{0}”的实验：{1}；请给出编号。</translation>
    </message>
    <message>
        <source>Something of this name exists already.</source>
        <translation>已存在同名的内容。</translation>
    </message>
    <message>
        <source>Something that this refers to does not exist in the store.</source>
        <translation>所引用的内容在存储中不存在。</translation>
    </message>
    <message>
        <source>Tables with different columns do not fit into one CSV or TSV file.</source>
        <translation>列不同的表格不能放进同一个 CSV 或 TSV 文件。</translation>
    </message>
    <message>
        <source>The JSON file cannot be read: {0}</source>
        <translation>无法读取 JSON 文件：{0}</translation>
    </message>
    <message>
        <source>The JSON file holds no table of Yardstick.</source>
        <translation>该 JSON 文件不含 Yardstick 的表格。</translation>
    </message>
    <message>
        <source>The JSON file is nested too deeply.</source>
        <translation>JSON 文件嵌套过深。</translation>
    </message>
    <message>
        <source>The XLSX file cannot be made: memory is short.</source>
        <translation>无法生成 XLSX 文件：内存不足。</translation>
    </message>
    <message>
        <source>The XLSX file cannot be written: {0}</source>
        <translation>无法写入 XLSX 文件：{0}</translation>
    </message>
    <message>
        <source>The augmentation is {0} instead of {1}.</source>
        <translation>数据增强为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The backend {0} is not this worker&apos;s.</source>
        <translation>后端 {0} 不属于此工作程序。</translation>
    </message>
    <message>
        <source>The budget of the queue is used up.</source>
        <translation>队列的预算已用完。</translation>
    </message>
    <message>
        <source>The built-in demo description is damaged.</source>
        <translation>内置的演示描述已损坏。</translation>
    </message>
    <message>
        <source>The built-in reference benchmark cannot be read: {0}</source>
        <translation>无法读取内置的参考基准：{0}</translation>
    </message>
    <message>
        <source>The cache is {0} instead of {1}.</source>
        <translation>缓存为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The changed parameters must be a JSON object.</source>
        <translation>更改的参数必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>The changes after {0} are no longer known.</source>
        <translation>{0} 之后的更改已不可知。</translation>
    </message>
    <message>
        <source>The checkpoint holds optimizer state that this model has no place for.</source>
        <translation>检查点包含此模型无处安放的优化器状态。</translation>
    </message>
    <message>
        <source>The checkpoint holds weights only; a run resumes from last.ckpt, which holds its whole state.</source>
        <translation>该检查点只含权重；恢复运行需要含完整状态的 last.ckpt。</translation>
    </message>
    <message>
        <source>The checkpoint lacks what a run needs to resume.</source>
        <translation>检查点缺少恢复运行所需的内容。</translation>
    </message>
    <message>
        <source>The class numbers in {0} must be 0 to {1}, each once; {2} is not.</source>
        <translation>{0} 中的类别编号必须是 0 到 {1}，各出现一次；{2} 不符合。</translation>
    </message>
    <message>
        <source>The column &quot;{0}&quot; is nameless or there twice.</source>
        <translation>列“{0}”没有名称或重复出现。</translation>
    </message>
    <message>
        <source>The column name &quot;{0}&quot; is reserved.</source>
        <translation>列名“{0}”已被保留。</translation>
    </message>
    <message>
        <source>The computer was restarted while it ran.</source>
        <translation>运行期间计算机重新启动了。</translation>
    </message>
    <message>
        <source>The data loader ended at batch {0} of {1}.</source>
        <translation>数据加载在第 {0} 批（共 {1} 批）处结束。</translation>
    </message>
    <message>
        <source>The data set cannot be used.</source>
        <translation>数据集无法使用。</translation>
    </message>
    <message>
        <source>The data set differs from the one the checkpoint was trained on.</source>
        <translation>数据集与检查点训练时所用的不同。</translation>
    </message>
    <message>
        <source>The data set file {0} cannot be read: {1}.</source>
        <translation>无法读取数据集文件 {0}：{1}。</translation>
    </message>
    <message>
        <source>The data set file {0} does not exist.</source>
        <translation>数据集文件 {0} 不存在。</translation>
    </message>
    <message>
        <source>The data set file {0} is no valid YAML (line {1}).</source>
        <translation>数据集文件 {0} 不是有效的 YAML（第 {1} 行）。</translation>
    </message>
    <message>
        <source>The data set is another one.</source>
        <translation>数据集不同。</translation>
    </message>
    <message>
        <source>The data set is not known exactly.</source>
        <translation>数据集不能确切得知。</translation>
    </message>
    <message>
        <source>The data set {0} cannot be read: permission is missing.</source>
        <translation>无法读取数据集 {0}：缺少权限。</translation>
    </message>
    <message>
        <source>The data set {0} does not exist.</source>
        <translation>数据集 {0} 不存在。</translation>
    </message>
    <message>
        <source>The data set {0} has no {1} split.</source>
        <translation>数据集 {0} 没有 {1} 部分。</translation>
    </message>
    <message>
        <source>The data set {0} is a folder; {1} needs a YAML file.</source>
        <translation>数据集 {0} 是文件夹；{1} 需要 YAML 文件。</translation>
    </message>
    <message>
        <source>The data set {0} is no folder; classify needs one with train/ and val/.</source>
        <translation>数据集 {0} 不是文件夹；classify 需要含 train/ 和 val/ 的文件夹。</translation>
    </message>
    <message>
        <source>The demo data set could not be drawn in {0}.</source>
        <translation>无法在 {0} 中绘制演示数据集。</translation>
    </message>
    <message>
        <source>The demo data set is being drawn already.</source>
        <translation>演示数据集已在绘制中。</translation>
    </message>
    <message>
        <source>The demo data set needs at least one image per split and 64 to 4096 pixels.</source>
        <translation>演示数据集每部分至少需要一张图像，像素为 64 到 4096。</translation>
    </message>
    <message>
        <source>The desktop has no program to open {0}.</source>
        <translation>桌面没有可打开 {0} 的程序。</translation>
    </message>
    <message>
        <source>The digest of {0} cannot be computed.</source>
        <translation>无法计算 {0} 的摘要。</translation>
    </message>
    <message>
        <source>The disk is full: {0} cannot be written.</source>
        <translation>磁盘已满：无法写入 {0}。</translation>
    </message>
    <message>
        <source>The disk is full: {0} has less than {1} MB left.</source>
        <translation>磁盘已满：{0} 的剩余空间不足 {1} MB。</translation>
    </message>
    <message>
        <source>The event cannot be written.</source>
        <translation>无法写入事件。</translation>
    </message>
    <message>
        <source>The event has version {0}; this Yardstick reads up to {1}.</source>
        <translation>事件版本为 {0}；此 Yardstick 最高支持 {1}。</translation>
    </message>
    <message>
        <source>The event log {0} has become shorter: it was replaced.</source>
        <translation>事件日志 {0} 变短了：它已被替换。</translation>
    </message>
    <message>
        <source>The exit record cannot be read.</source>
        <translation>无法读取结束记录。</translation>
    </message>
    <message>
        <source>The experiment #{0} has no curve &quot;{1}&quot;.</source>
        <translation>实验 #{0} 没有曲线“{1}”。</translation>
    </message>
    <message>
        <source>The experiment #{0} has no timed epoch to compare with.</source>
        <translation>实验 #{0} 没有可供比较的计时轮次。</translation>
    </message>
    <message>
        <source>The experiment #{0} is in no group.</source>
        <translation>实验 #{0} 不属于任何组。</translation>
    </message>
    <message>
        <source>The field &quot;{0}&quot; is &quot;{1}&quot;; known are: {2}.</source>
        <translation>字段“{0}”为“{1}”；已知的有：{2}。</translation>
    </message>
    <message>
        <source>The field &quot;{0}&quot; is missing.</source>
        <translation>缺少字段“{0}”。</translation>
    </message>
    <message>
        <source>The field &quot;{0}&quot; is not {1}.</source>
        <translation>字段“{0}”不是 {1}。</translation>
    </message>
    <message>
        <source>The field &quot;{0}&quot; is {1}; the least is {2}.</source>
        <translation>字段“{0}”为 {1}；最小为 {2}。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>The folder {0} holds something already; choose an empty or a new one.</source>
        <translation>文件夹 {0} 中已有内容；请选择空文件夹或新文件夹。</translation>
    </message>
    <message>
        <source>The folder {0} holds something else; choose an empty or a new one.</source>
        <translation>文件夹 {0} 中有其他内容；请选择空文件夹或新文件夹。</translation>
    </message>
    <message>
        <source>The folder {0} holds {1} YAML files; give the one that describes the data set.</source>
        <translation>文件夹 {0} 中有 {1} 个 YAML 文件；请给出描述数据集的那一个。</translation>
    </message>
    <message>
        <source>The format is unknown.</source>
        <translation>格式未知。</translation>
    </message>
    <message>
        <source>The host cannot be reached.</source>
        <translation>无法连接主机。</translation>
    </message>
    <message>
        <source>The host does not have the GPU that the queue asks for.</source>
        <translation>主机没有队列要求的 GPU。</translation>
    </message>
    <message>
        <source>The host has fewer CPU threads than the queue asks for.</source>
        <translation>主机的 CPU 线程少于队列的要求。</translation>
    </message>
    <message>
        <source>The host of the queue is not known.</source>
        <translation>队列的主机未知。</translation>
    </message>
    <message>
        <source>The image size is {0} px instead of {1} px.</source>
        <translation>图像尺寸为 {0} 像素，而不是 {1} 像素。</translation>
    </message>
    <message>
        <source>The image {0} cannot be decoded: {1}.</source>
        <translation>无法解码图像 {0}：{1}。</translation>
    </message>
    <message>
        <source>The job cannot be read.</source>
        <translation>无法读取任务。</translation>
    </message>
    <message>
        <source>The job cannot be written.</source>
        <translation>无法写入任务。</translation>
    </message>
    <message>
        <source>The job has version {0}; this worker reads up to {1}: update the worker.</source>
        <translation>任务版本为 {0}；此工作程序最高支持 {1}：请更新工作程序。</translation>
    </message>
    <message>
        <source>The key &quot;names&quot; in {0} must be a list or a map of numbers to names.</source>
        <translation>{0} 中的键 &quot;names&quot; 必须是列表，或从编号到名称的映射。</translation>
    </message>
    <message>
        <source>The life of the machine must be at least one hour.</source>
        <translation>机器的使用年限至少为一小时。</translation>
    </message>
    <message>
        <source>The line is no JSON.</source>
        <translation>该行不是 JSON。</translation>
    </message>
    <message>
        <source>The line is no event.</source>
        <translation>该行不是事件。</translation>
    </message>
    <message>
        <source>The line nests deeper than {0} levels.</source>
        <translation>该行的嵌套超过 {0} 层。</translation>
    </message>
    <message>
        <source>The loader wrote an image of an unexpected size.</source>
        <translation>加载器写出了尺寸意外的图像。</translation>
    </message>
    <message>
        <source>The lock is not held.</source>
        <translation>未持有锁。</translation>
    </message>
    <message>
        <source>The log was read up to byte {0} already; {1} lies before.</source>
        <translation>日志已读到第 {0} 字节；{1} 在其之前。</translation>
    </message>
    <message>
        <source>The losses became infinite or no number at epoch {0}, batch {1}: a lower lr0 may help; the last checkpoint is from before.</source>
        <translation>第 {0} 轮第 {1} 批时损失变为无穷大或非数字：降低 lr0 可能有帮助；最后的检查点在此之前。</translation>
    </message>
    <message>
        <source>The machines table has no column &quot;{0}&quot;.</source>
        <translation>机器表没有列“{0}”。</translation>
    </message>
    <message>
        <source>The memory of this machine is not enough for batch {0} at {1} px: use a smaller batch or imgsz.</source>
        <translation>此机器的内存不足以支持批大小 {0}、{1} 像素：请减小 batch 或 imgsz。</translation>
    </message>
    <message>
        <source>The model is {0} instead of {1}.</source>
        <translation>模型为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The model scale {0} is none of n, s, m, l, x.</source>
        <translation>模型规模 {0} 不是 n、s、m、l、x 之一。</translation>
    </message>
    <message>
        <source>The model variant {0} is for the task {1}, not for {2}.</source>
        <translation>模型变体 {0} 用于任务 {1}，而不是 {2}。</translation>
    </message>
    <message>
        <source>The model {0} could not be built.</source>
        <translation>无法构建模型 {0}。</translation>
    </message>
    <message>
        <source>The model {0} is not known; use yolov8n, yolov8s, yolov8m, yolov8l or yolov8x.</source>
        <translation>模型 {0} 未知；请使用 yolov8n、yolov8s、yolov8m、yolov8l 或 yolov8x。</translation>
    </message>
    <message>
        <source>The number of epochs must be 1 or more, not {0}.</source>
        <translation>轮数必须为 1 或更多，而不是 {0}。</translation>
    </message>
    <message>
        <source>The optimizer state {0} has another shape than the model.</source>
        <translation>优化器状态 {0} 的形状与模型不同。</translation>
    </message>
    <message>
        <source>The optimizer {0} is not offered here; use auto, SGD, Adam, AdamW or RMSProp.</source>
        <translation>这里不提供优化器 {0}；请使用 auto、SGD、Adam、AdamW 或 RMSProp。</translation>
    </message>
    <message>
        <source>The owned-machine form cannot be read.</source>
        <translation>无法读取自有机器表单。</translation>
    </message>
    <message>
        <source>The parameters are no JSON object.</source>
        <translation>参数不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The parameters must be a JSON object.</source>
        <translation>参数必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>The parameters of the job cannot be read.</source>
        <translation>无法读取任务的参数。</translation>
    </message>
    <message>
        <source>The part of the data set is {0} instead of {1}.</source>
        <translation>数据集的使用比例为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The power usage effectiveness must be at least 1.</source>
        <translation>电能使用效率至少为 1。</translation>
    </message>
    <message>
        <source>The price is in {0}; there is no exchange rate to {1}.</source>
        <translation>价格以 {0} 计；没有到 {1} 的汇率。</translation>
    </message>
    <message>
        <source>The price of {0} cannot be negative.</source>
        <translation>{0} 的价格不能为负。</translation>
    </message>
    <message>
        <source>The price per hour is too large.</source>
        <translation>每小时价格过大。</translation>
    </message>
    <message>
        <source>The price per hour would be zero: enter a purchase price, or power and its tariff.</source>
        <translation>每小时价格将为零：请输入购置费，或功率和电价。</translation>
    </message>
    <message>
        <source>The process of the job in {0} is not known yet.</source>
        <translation>{0} 中任务的进程尚不可知。</translation>
    </message>
    <message>
        <source>The program {0} cannot be run: {1}.</source>
        <translation>无法运行程序 {0}：{1}。</translation>
    </message>
    <message>
        <source>The purchase price must be at least the resale value, and neither below zero.</source>
        <translation>购置费不得低于残值，且两者都不能小于零。</translation>
    </message>
    <message>
        <source>The queue &quot;{0}&quot; cannot be removed: experiments wait or run there.</source>
        <translation>无法移除队列“{0}”：其中有实验在等待或运行。</translation>
    </message>
    <message>
        <source>The queue already runs as many jobs as it may.</source>
        <translation>队列运行的任务数已达上限。</translation>
    </message>
    <message>
        <source>The queue has spent its {0} {1} in all.</source>
        <translation>队列的总额 {0} {1} 已用完。</translation>
    </message>
    <message>
        <source>The queue has spent its {0} {1} of this UTC day.</source>
        <translation>队列当天（UTC）的 {0} {1} 已用完。</translation>
    </message>
    <message>
        <source>The queue is gone.</source>
        <translation>队列已不存在。</translation>
    </message>
    <message>
        <source>The queue is paused.</source>
        <translation>队列已暂停。</translation>
    </message>
    <message>
        <source>The queue or the host of the attempt is gone.</source>
        <translation>该次运行的队列或主机已不存在。</translation>
    </message>
    <message>
        <source>The queue that {0} ran on is gone: enqueue it on another one.</source>
        <translation>{0} 所在的队列已不存在：请将它排入另一个队列。</translation>
    </message>
    <message>
        <source>The reference benchmark is not in this store; bring it in with: yardstick import reference</source>
        <translation>此存储中没有参考基准；导入命令：yardstick import reference</translation>
    </message>
    <message>
        <source>The run folder {0} is gone.</source>
        <translation>运行文件夹 {0} 已不存在。</translation>
    </message>
    <message>
        <source>The run has finished at epoch {0}; give more epochs than that to continue it.</source>
        <translation>运行已在第 {0} 轮完成；继续训练请给出更多轮数。</translation>
    </message>
    <message>
        <source>The run in {0} has ended already; a retry needs a directory of its own.</source>
        <translation>{0} 中的运行已结束；重试需要自己的目录。</translation>
    </message>
    <message>
        <source>The run was asked to stop during validation.</source>
        <translation>运行在验证期间被要求停止。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s world cannot be read.</source>
        <translation>无法读取调度程序的状态。</translation>
    </message>
    <message>
        <source>The scheduler&apos;s world has version {0}; this program reads up to {1}.</source>
        <translation>调度程序状态的版本为 {0}；此程序最高支持 {1}。</translation>
    </message>
    <message>
        <source>The share of a machine that a job takes is above 0 and at most 1, not {0}.</source>
        <translation>任务占用机器的份额应大于 0 且不超过 1，而不是 {0}。</translation>
    </message>
    <message>
        <source>The share {0} of the machine&apos;s price is nothing: nothing owned is free.</source>
        <translation>机器价格的 {0} 份额为零：自有的机器也不是免费的。</translation>
    </message>
    <message>
        <source>The store {0} cannot be opened.</source>
        <translation>无法打开存储 {0}。</translation>
    </message>
    <message>
        <source>The store {0} cannot be written: it is read-only.</source>
        <translation>无法写入存储 {0}：它是只读的。</translation>
    </message>
    <message>
        <source>The store {0} could not be read or written.</source>
        <translation>无法读写存储 {0}。</translation>
    </message>
    <message>
        <source>The store {0} could not be used.</source>
        <translation>无法使用存储 {0}。</translation>
    </message>
    <message>
        <source>The store {0} has version {1}, written by a newer Yardstick; this one reads up to version {2}.</source>
        <translation>存储 {0} 的版本为 {1}，由更新的 Yardstick 写入；此版本最高支持 {2}。</translation>
    </message>
    <message>
        <source>The store {0} is busy: another program is writing to it.</source>
        <translation>存储 {0} 正忙：另一个程序正在写入。</translation>
    </message>
    <message>
        <source>The store {0} is damaged.</source>
        <translation>存储 {0} 已损坏。</translation>
    </message>
    <message>
        <source>The sum of money is too large.</source>
        <translation>金额总和过大。</translation>
    </message>
    <message>
        <source>The table was written by a newer Yardstick.</source>
        <translation>该表格由更新的 Yardstick 写入。</translation>
    </message>
    <message>
        <source>The task is {0} instead of {1}.</source>
        <translation>任务为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The text of {0} is not UTF-8.</source>
        <translation>{0} 的文本不是 UTF-8。</translation>
    </message>
    <message>
        <source>The training is {0} instead of {1}.</source>
        <translation>训练为 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>The training program yardstick-worker was not found; looked for {0}.</source>
        <translation>未找到训练程序 yardstick-worker；查找过 {0}。</translation>
    </message>
    <message>
        <source>The use share must be above 0 and at most 1.</source>
        <translation>使用率必须大于 0 且不超过 1。</translation>
    </message>
    <message>
        <source>The weights have no entry {0}.</source>
        <translation>权重中没有条目 {0}。</translation>
    </message>
    <message>
        <source>The weights have {0} entries where the model has {1}.</source>
        <translation>权重有 {0} 个条目，而模型有 {1} 个。</translation>
    </message>
    <message>
        <source>The weights know {0} classes, the data set has {1}.</source>
        <translation>权重有 {0} 个类别，而数据集有 {1} 个。</translation>
    </message>
    <message>
        <source>The weights {0} cannot be read: this worker takes its own .ckpt files and .pt files of YOLOv8.</source>
        <translation>无法读取权重 {0}：此工作程序使用自己的 .ckpt 文件和 YOLOv8 的 .pt 文件。</translation>
    </message>
    <message>
        <source>The weights&apos; entry {0} has the shape {1} where the model needs {2}.</source>
        <translation>权重条目 {0} 的形状为 {1}，而模型需要 {2}。</translation>
    </message>
    <message>
        <source>The worker ended without a word (killed?), for instance for want of memory.</source>
        <translation>工作程序没有任何说明就结束了（被终止？），例如因为内存不足。</translation>
    </message>
    <message>
        <source>The worker failed and gave no reason.</source>
        <translation>工作程序失败，未给出原因。</translation>
    </message>
    <message>
        <source>The worker was interrupted.</source>
        <translation>工作程序被中断。</translation>
    </message>
    <message>
        <source>The worker {0} cannot be started.</source>
        <translation>无法启动工作程序 {0}。</translation>
    </message>
    <message>
        <source>The {0} images of {1} were not found; tried {2}.</source>
        <translation>未找到 {1} 的 {0} 图像；尝试过 {2}。</translation>
    </message>
    <message>
        <source>The {0} split is empty: there is no image in {1}.</source>
        <translation>{0} 部分为空：{1} 中没有图像。</translation>
    </message>
    <message>
        <source>There is a queue named {0} already.</source>
        <translation>已有名为 {0} 的队列。</translation>
    </message>
    <message>
        <source>There is no attempt {0}.</source>
        <translation>没有运行 {0}。</translation>
    </message>
    <message>
        <source>There is no column &quot;{0}&quot;; a column is a field such as map50 or a parameter such as lr0.</source>
        <translation>没有列“{0}”；列是 map50 之类的字段或 lr0 之类的参数。</translation>
    </message>
    <message>
        <source>There is no data set layout called {0}; coco, voc and visdrone are known.</source>
        <translation>没有名为 {0} 的数据集布局；已知的有 coco、voc 和 visdrone。</translation>
    </message>
    <message>
        <source>There is no experiment #{0}.</source>
        <translation>没有实验 #{0}。</translation>
    </message>
    <message>
        <source>There is no experiment &quot;{0}&quot;.</source>
        <translation>没有实验“{0}”。</translation>
    </message>
    <message>
        <source>There is no folder for temporary files: {0}.</source>
        <translation>没有用于临时文件的文件夹：{0}。</translation>
    </message>
    <message>
        <source>There is no host with the number {0}.</source>
        <translation>没有编号为 {0} 的主机。</translation>
    </message>
    <message>
        <source>There is no machine with the number {0}.</source>
        <translation>没有编号为 {0} 的机器。</translation>
    </message>
    <message>
        <source>There is no parameter {0}.</source>
        <translation>没有参数 {0}。</translation>
    </message>
    <message>
        <source>There is no picture in {0}.</source>
        <translation>{0} 中没有图片。</translation>
    </message>
    <message>
        <source>There is no price for this machine.</source>
        <translation>该机器没有价格。</translation>
    </message>
    <message>
        <source>There is no queue &quot;{0}&quot;.</source>
        <translation>没有队列“{0}”。</translation>
    </message>
    <message>
        <source>There is no queue with the number {0}.</source>
        <translation>没有编号为 {0} 的队列。</translation>
    </message>
    <message>
        <source>There is no queue {0}.</source>
        <translation>没有队列 {0}。</translation>
    </message>
    <message>
        <source>There is no request {0}.</source>
        <translation>没有请求 {0}。</translation>
    </message>
    <message>
        <source>There is no series {0}.</source>
        <translation>没有曲线 {0}。</translation>
    </message>
    <message>
        <source>There is no split called {0}; train, val and test are known.</source>
        <translation>没有名为 {0} 的部分；已知的有 train、val 和 test。</translation>
    </message>
    <message>
        <source>There is no store at {0}.</source>
        <translation>{0} 处没有存储。</translation>
    </message>
    <message>
        <source>There is no table to write.</source>
        <translation>没有可写入的表格。</translation>
    </message>
    <message>
        <source>There is not enough memory to load images of {0} pixels.</source>
        <translation>内存不足以加载 {0} 像素的图像。</translation>
    </message>
    <message>
        <source>There is not enough memory to use the store {0}.</source>
        <translation>内存不足，无法使用存储 {0}。</translation>
    </message>
    <message>
        <source>There is nothing to compare yet.</source>
        <translation>还没有可以比较的内容。</translation>
    </message>
    <message>
        <source>This machine has no price per hour.</source>
        <translation>该机器没有每小时价格。</translation>
    </message>
    <message>
        <source>This program cannot start jobs on {0} queues.</source>
        <translation>此程序不能在 {0} 队列上启动任务。</translation>
    </message>
    <message>
        <source>This worker was built without CUDA and cannot use a GPU.</source>
        <translation>此工作程序未启用 CUDA，不能使用 GPU。</translation>
    </message>
    <message>
        <source>Time from {0} to {1} cannot be billed.</source>
        <translation>从 {0} 到 {1} 的时间无法计费。</translation>
    </message>
    <message>
        <source>Too few CPU threads of the host are free.</source>
        <translation>主机的空闲 CPU 线程太少。</translation>
    </message>
    <message>
        <source>Training does not work on this machine: the loss went from {0} to {1}.</source>
        <translation>此机器上训练不正常：损失从 {0} 变为 {1}。</translation>
    </message>
    <message>
        <source>Waits a little after an interruption.</source>
        <translation>中断后稍作等待。</translation>
    </message>
    <message>
        <source>Waits for its turn.</source>
        <translation>等待轮到它。</translation>
    </message>
    <message>
        <source>YARDSTICK_WORKER names {0}, which is no program that can be run.</source>
        <translation>YARDSTICK_WORKER 指向 {0}，它不是可运行的程序。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no export format; there are csv, tsv, md, tex, html, json and xlsx.</source>
        <translation>“{0}”不是导出格式；有 csv、tsv、md、tex、html、json 和 xlsx。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no status of an experiment.</source>
        <translation>“{0}”不是实验的状态。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no table; there are experiments, machines, epochs, scalars, diff, bill and reference.</source>
        <translation>“{0}”不是表格；有 experiments、machines、epochs、scalars、diff、bill 和 reference。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a UTC time such as 2026-11-30T02:47:41Z.</source>
        <translation>“{0}”不是 2026-11-30T02:47:41Z 这样的 UTC 时间。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a currency code of three capital letters such as USD.</source>
        <translation>“{0}”不是 USD 这样由三个大写字母组成的货币代码。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not an amount of money such as 1.25 (at most 6 decimals).</source>
        <translation>“{0}”不是 1.25 这样的金额（最多 6 位小数）。</translation>
    </message>
    <message>
        <source>freeze leaves no layer of {0} to train.</source>
        <translation>freeze 没有给 {0} 留下可训练的层。</translation>
    </message>
    <message>
        <source>freeze names layer {0}, but {1} has the layers 0 to {2}.</source>
        <translation>freeze 指定了第 {0} 层，但 {1} 只有第 0 到 {2} 层。</translation>
    </message>
    <message>
        <source>{0} and {1} cannot be added without an exchange rate.</source>
        <translation>没有汇率，{0} 与 {1} 无法相加。</translation>
    </message>
    <message>
        <source>{0} and {1} cannot be compared without an exchange rate.</source>
        <translation>没有汇率，{0} 与 {1} 无法比较。</translation>
    </message>
    <message>
        <source>{0} cannot be created: {1}.</source>
        <translation>无法创建 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be locked: {1}.</source>
        <translation>无法锁定 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be run: {1}.</source>
        <translation>无法运行 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>无法使用 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be written.</source>
        <translation>无法写入 {0}。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} does not exist.</source>
        <translation>{0} 不存在。</translation>
    </message>
    <message>
        <source>{0} does not say how large its picture is.</source>
        <translation>{0} 没有说明图片的大小。</translation>
    </message>
    <message>
        <source>{0} epochs are too many.</source>
        <translation>{0} 轮太多了。</translation>
    </message>
    <message>
        <source>{0} exists already.</source>
        <translation>{0} 已存在。</translation>
    </message>
    <message>
        <source>{0} has no class names (key &quot;names&quot;).</source>
        <translation>{0} 没有类别名称（键 &quot;names&quot;）。</translation>
    </message>
    <message>
        <source>{0} has no effect in the native backend.</source>
        <translation>{0} 在 native 后端中无效果。</translation>
    </message>
    <message>
        <source>{0} has no key &quot;{1}&quot; that says where the {1} images are.</source>
        <translation>{0} 没有说明 {1} 图像位置的键 &quot;{1}&quot;。</translation>
    </message>
    <message>
        <source>{0} is a database of another program, not a Yardstick store.</source>
        <translation>{0} 是其他程序的数据库，不是 Yardstick 存储。</translation>
    </message>
    <message>
        <source>{0} is a folder, not a Yardstick store.</source>
        <translation>{0} 是文件夹，不是 Yardstick 存储。</translation>
    </message>
    <message>
        <source>{0} is a {1} file, which is not read; convert it to JPEG or PNG.</source>
        <translation>{0} 是 {1} 文件，无法读取；请转换为 JPEG 或 PNG。</translation>
    </message>
    <message>
        <source>{0} is a {1} with {2} classes; this run is a {3} with {4}.</source>
        <translation>{0} 是有 {2} 个类别的 {1}；此运行是有 {4} 个类别的 {3}。</translation>
    </message>
    <message>
        <source>{0} is an archive; unpack it and give its YAML file.</source>
        <translation>{0} 是压缩包；请解压并给出其 YAML 文件。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；低于此数时是 {2}。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；低于此数时是 {2}；{3} 轮或更少时是 {4}。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}; the other {3} are never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；低于此数时是 {2}；其余 {3} 台都不划算。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}; {3} is never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；低于此数时是 {2}；{3} 始终不划算。</translation>
    </message>
    <message>
        <source>{0} is cheapest at any number of epochs.</source>
        <translation>无论多少轮，{0} 都最便宜。</translation>
    </message>
    <message>
        <source>{0} is ignored while optimizer is auto; choose an optimizer to set it yourself.</source>
        <translation>optimizer 为 auto 时忽略 {0}；选择一个优化器即可自行设置。</translation>
    </message>
    <message>
        <source>{0} is larger than the {1} bytes that are expected at most.</source>
        <translation>{0} 超过了预期的最大 {1} 字节。</translation>
    </message>
    <message>
        <source>{0} is locked by another process.</source>
        <translation>{0} 被另一个进程锁定。</translation>
    </message>
    <message>
        <source>{0} is no COCO data set that can be read: {1}.</source>
        <translation>{0} 不是可读取的 COCO 数据集：{1}。</translation>
    </message>
    <message>
        <source>{0} is no JSON.</source>
        <translation>{0} 不是 JSON。</translation>
    </message>
    <message>
        <source>{0} is no VOC annotation: {1}.</source>
        <translation>{0} 不是 VOC 标注：{1}。</translation>
    </message>
    <message>
        <source>{0} is no VOC data set that can be read: {1}.</source>
        <translation>{0} 不是可读取的 VOC 数据集：{1}。</translation>
    </message>
    <message>
        <source>{0} is no VisDrone data set that can be read: {1}.</source>
        <translation>{0} 不是可读取的 VisDrone 数据集：{1}。</translation>
    </message>
    <message>
        <source>{0} is no YOLOv8 model variant; for {1} there are {2}.</source>
        <translation>{0} 不是 YOLOv8 模型变体；{1} 可用的有 {2}。</translation>
    </message>
    <message>
        <source>{0} is no backend; there are native and ultralytics.</source>
        <translation>{0} 不是后端；有 native 和 ultralytics。</translation>
    </message>
    <message>
        <source>{0} is no data set description: it has no keys.</source>
        <translation>{0} 不是数据集描述：它没有键。</translation>
    </message>
    <message>
        <source>{0} is no launcher; there are local, ssh, slurm and instance.</source>
        <translation>{0} 不是启动方式；有 local、ssh、slurm 和 instance。</translation>
    </message>
    <message>
        <source>{0} is no object.</source>
        <translation>{0} 不是对象。</translation>
    </message>
    <message>
        <source>{0} is no task; there are detect, segment and classify.</source>
        <translation>{0} 不是任务；有 detect、segment 和 classify。</translation>
    </message>
    <message>
        <source>{0} is no usable checkpoint: it is truncated, damaged or of another kind.</source>
        <translation>{0} 不是可用的检查点：它被截断、损坏或属于其他类型。</translation>
    </message>
    <message>
        <source>{0} is not a Yardstick store.</source>
        <translation>{0} 不是 Yardstick 存储。</translation>
    </message>
    <message>
        <source>{0} is on a network file system, where locks cannot be trusted: nothing is scheduled from here.</source>
        <translation>{0} 位于网络文件系统上，那里的锁不可靠：不会从这里调度任何任务。</translation>
    </message>
    <message>
        <source>{0} is set on the experiment itself, not among its parameters.</source>
        <translation>{0} 在实验本身上设置，而不在参数中。</translation>
    </message>
    <message>
        <source>{0} line {1} is no VisDrone row.</source>
        <translation>{0} 第 {1} 行不是 VisDrone 行。</translation>
    </message>
    <message>
        <source>{0} more problems were found in the {1} split; `data check` lists them all.</source>
        <translation>在 {1} 部分还发现 {0} 个问题；`data check` 会全部列出。</translation>
    </message>
    <message>
        <source>{0} must be at most {1}; it is {2}.</source>
        <translation>{0} 至多为 {1}；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} says nc: {1}, but has {2} class names.</source>
        <translation>{0} 写有 nc: {1}，但有 {2} 个类别名称。</translation>
    </message>
    <message>
        <source>{0} seconds is no duration that can be priced.</source>
        <translation>{0} 秒不是可以计价的时长。</translation>
    </message>
    <message>
        <source>{0} was written by a newer Yardstick (checkpoint version {1}).</source>
        <translation>{0} 由更新的 Yardstick 写入（检查点版本 {1}）。</translation>
    </message>
    <message>
        <source>{0}: a cell is a list.</source>
        <translation>{0}：有单元格是列表。</translation>
    </message>
    <message>
        <source>{0}: the field &quot;{1}&quot; has the wrong type.</source>
        <translation>{0}：字段“{1}”的类型错误。</translation>
    </message>
    <message>
        <source>{0}: the field &quot;{1}&quot; is missing.</source>
        <translation>{0}：缺少字段“{1}”。</translation>
    </message>
    <message>
        <source>{0}={1} is not supported by the native backend.</source>
        <translation>native 后端不支持 {0}={1}。</translation>
    </message>
    <message>
        <source>{0}={1} is not supported by the native backend; only {2} is.</source>
        <translation>native 后端不支持 {0}={1}；只支持 {2}。</translation>
    </message>
    <message>
        <source>It was interrupted {0} times and is not queued again by itself; the last time: {1}</source>
        <translation>它被中断了 {0} 次，不再自动排队；最后一次：{1}</translation>
    </message>
    <message>
        <source>Resumes {0} at epoch {1}, batch {2}</source>
        <translation>从第 {1} 轮第 {2} 批恢复 {0}</translation>
    </message>
    <message>
        <source>The folder {0} cannot be read: {1}.</source>
        <translation>无法读取文件夹 {0}：{1}。</translation>
    </message>
    <message>
        <source>The folder {0} does not exist.</source>
        <translation>文件夹 {0} 不存在。</translation>
    </message>
    <message>
        <source>The worker ended without a word (killed?), for instance for want of memory; its log ends with: {0}</source>
        <translation>工作程序没有任何说明就结束了（被终止？），例如因为内存不足；其日志结尾为：{0}</translation>
    </message>
    <message>
        <source>There is no results.csv in {0} or below.</source>
        <translation>{0} 及其子文件夹中没有 results.csv。</translation>
    </message>
    <message>
        <source>Transferred {0}/{1} items from {2}</source>
        <translation>已从 {2} 载入 {1} 个条目中的 {0} 个</translation>
    </message>
    <message>
        <source>The pickle is truncated or malformed at byte {0}.</source>
        <translation>pickle 数据在第 {0} 字节处被截断或格式错误。</translation>
    </message>
    <message>
        <source>There is not enough memory to read the pickle.</source>
        <translation>内存不足，无法读取 pickle 数据。</translation>
    </message>
    <message>
        <source>The archive is truncated, damaged or no zip archive.</source>
        <translation>该归档文件被截断、已损坏或不是 zip 归档。</translation>
    </message>
    <message>
        <source>There is not enough memory to read {0} bytes of the archive.</source>
        <translation>内存不足，无法读取归档中的 {0} 字节。</translation>
    </message>
    <message>
        <source>The archive has compressed or encrypted entries, which torch.save never writes.</source>
        <translation>该归档含有压缩或加密的条目，torch.save 从不写入这类条目。</translation>
    </message>
    <message>
        <source>The file holds a kind of tensor that is not read.</source>
        <translation>该文件含有无法读取的张量类型。</translation>
    </message>
    <message>
        <source>The file describes a tensor that lies outside its storage.</source>
        <translation>该文件描述的张量超出了其存储区。</translation>
    </message>
    <message>
        <source>The file&apos;s modules are nested without end.</source>
        <translation>该文件的模块嵌套没有尽头。</translation>
    </message>
    <message>
        <source>The file holds no model and no state dict.</source>
        <translation>该文件既没有模型，也没有 state dict。</translation>
    </message>
    <message>
        <source>The file is a YOLOv5 checkpoint, whose network is another one than YOLOv8&apos;s.</source>
        <translation>该文件是 YOLOv5 检查点，其网络与 YOLOv8 不同。</translation>
    </message>
    <message>
        <source>{0} was saved in the format of before PyTorch 1.6, which is not read.</source>
        <translation>{0} 以 PyTorch 1.6 之前的格式保存，无法读取。</translation>
    </message>
    <message>
        <source>{0} was saved on a machine of another byte order.</source>
        <translation>{0} 是在字节序不同的机器上保存的。</translation>
    </message>
    <message>
        <source>There is not enough memory for the weights.</source>
        <translation>内存不足，无法载入权重。</translation>
    </message>
    <message>
        <source>{0} holds no YOLOv8 network of a published size.</source>
        <translation>{0} 中没有已发布规模的 YOLOv8 网络。</translation>
    </message>
    <message>
        <source>The file holds a {0}, this run is a {1}: few layers have the same widths.</source>
        <translation>该文件是 {0}，而本次运行是 {1}：宽度相同的层很少。</translation>
    </message>
    <message>
        <source>The class branch of the head is sized by the number of classes: {0} in the file, {1} here. It learns anew; all else starts from the file.</source>
        <translation>检测头的类别分支大小取决于类别数：文件中为 {0}，此处为 {1}。该分支重新学习，其余部分从文件开始。</translation>
    </message>
    <message>
        <source>{0} holds no arguments.</source>
        <translation>{0} 不含参数。</translation>
    </message>
    <message>
        <source>{0} holds no epoch.</source>
        <translation>{0} 不含轮次。</translation>
    </message>
    <message>
        <source>{0} values cannot be used; the first: {1}</source>
        <translation>有 {0} 个值无法使用；第一个：{1}</translation>
    </message>
    <message>
        <source>{0}, line {1}: a value is missing.</source>
        <translation>{0} 第 {1} 行：缺少值。</translation>
    </message>
    <message>
        <source>{0}, line {1}: a value is no number.</source>
        <translation>{0} 第 {1} 行：值不是数字。</translation>
    </message>
    <message>
        <source>{0}, line {1}: the epoch is no whole number.</source>
        <translation>{0} 第 {1} 行：轮次不是整数。</translation>
    </message>
    <message>
        <source>{0}, line {1}: values come before the header.</source>
        <translation>{0} 第 {1} 行：数值出现在表头之前。</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}</source>
        <translation>{0} 第 {1} 行：{2}</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}.</source>
        <translation>{0} 第 {1} 行：{2}。</translation>
    </message>
    <message>
        <source>The worker ended without a word, and the system has killed a process for want of memory meanwhile: a smaller batch or image size needs less.</source>
        <translation>训练进程未留下任何信息就结束了，其间系统因内存不足终止过一个进程：减小 batch 或图像尺寸可降低内存需求。</translation>
    </message>
    <message>
        <source>How long epoch {0} took is not known: ultralytics did not say when it began.</source>
        <translation>第 {0} 轮用时未知：ultralytics 没有说明何时开始。</translation>
    </message>
    <message>
        <source>The job asks for GPU {0}, but torch {1} of {2} can use {3} GPUs.</source>
        <translation>作业要求 GPU {0}，但 {2} 的 torch {1} 可用 {3} 个 GPU。</translation>
    </message>
    <message>
        <source>The package torch cannot be used with {0}: {1}.</source>
        <translation>{0} 无法使用 torch 包：{1}。</translation>
    </message>
    <message>
        <source>The package ultralytics is not installed for {0} (Python {1}).</source>
        <translation>{0}（Python {1}）未安装 ultralytics 包。</translation>
    </message>
    <message>
        <source>The package ultralytics {0} of {1} is no version that is known here; 8.0 and later are.</source>
        <translation>{1} 的 ultralytics {0} 不是已知版本；支持 8.0 及更高版本。</translation>
    </message>
    <message>
        <source>The run was asked to stop during set-up.</source>
        <translation>运行在准备阶段被要求停止。</translation>
    </message>
    <message>
        <source>Ultralytics has ended without a trained epoch; its output ends with: {0}</source>
        <translation>Ultralytics 未训练任何一轮便已结束；其输出的最后一行：{0}</translation>
    </message>
    <message>
        <source>Ultralytics has failed: {0}</source>
        <translation>Ultralytics 失败：{0}</translation>
    </message>
    <message>
        <source>Ultralytics says: {0}</source>
        <translation>Ultralytics 提示：{0}</translation>
    </message>
    <message>
        <source>Ultralytics was ended by signal {0}; its output ends with: {1}</source>
        <translation>Ultralytics 被信号 {0} 终止；其输出的最后一行：{1}</translation>
    </message>
    <message>
        <source>{0} gave no answer in {1} seconds.</source>
        <translation>{0} 在 {1} 秒内没有回应。</translation>
    </message>
    <message>
        <source>{0} has failed: {1}</source>
        <translation>{0} 失败：{1}</translation>
    </message>
    <message>
        <source>{0} is no checkpoint of ultralytics, which resumes its own last.pt.</source>
        <translation>{0} 不是 ultralytics 的检查点；它只能从自己的 last.pt 继续。</translation>
    </message>
    <message>
        <source>{0} is of a finished run, which ultralytics cannot go on with: start a new experiment with it as model.</source>
        <translation>{0} 属于已结束的运行，ultralytics 无法继续：请以它作为 model 新建实验。</translation>
    </message>
    <message>
        <source>There is no parameter {0}; did you mean {1}?</source>
        <translation>没有参数 {0}；您是指 {1} 吗？</translation>
    </message>
    <message>
        <source>{0} must be a list such as [0, 1] of whole numbers of at least {1} or None; it is {2}.</source>
        <translation>{0} 必须是形如 [0, 1] 的整数列表，每项不小于 {1} 或 None；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be a number above {1} or None; it is {2}.</source>
        <translation>{0} 必须是大于 {1} 的数 或 None；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be a number above {1}; it is {2}.</source>
        <translation>{0} 必须是大于 {1} 的数；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be a number from {1} to {2} or None; it is {3}.</source>
        <translation>{0} 必须是 {1} 到 {2} 之间的数 或 None；现为 {3}。</translation>
    </message>
    <message>
        <source>{0} must be a number from {1} to {2}; it is {3}.</source>
        <translation>{0} 必须是 {1} 到 {2} 之间的数；现为 {3}。</translation>
    </message>
    <message>
        <source>{0} must be a number of at least {1}; it is {2}.</source>
        <translation>{0} 必须是不小于 {1} 的数；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be a path or None; it is {1}.</source>
        <translation>{0} 必须是路径 或 None；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be a text or None; it is {1}.</source>
        <translation>{0} 必须是文本 或 None；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be a text; it is {1}.</source>
        <translation>{0} 必须是文本；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number from {1} to {2} or None; it is {3}.</source>
        <translation>{0} 必须是 {1} 到 {2} 之间的整数 或 None；现为 {3}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number from {1} to {2} or a list of them such as [0, 1] or None; it is {3}.</source>
        <translation>{0} 必须是 {1} 到 {2} 之间的整数或其列表（如 [0, 1]） 或 None；现为 {3}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number from {1} to {2}; it is {3}.</source>
        <translation>{0} 必须是 {1} 到 {2} 之间的整数；现为 {3}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number of at least 1, -1, or a number between 0 and 1; it is {1}.</source>
        <translation>{0} 必须是不小于 1 的整数、-1 或 0 与 1 之间的数；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number of at least {1} or None; it is {2}.</source>
        <translation>{0} 必须是不小于 {1} 的整数 或 None；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be a whole number of at least {1}; it is {2}.</source>
        <translation>{0} 必须是不小于 {1} 的整数；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be one of {1} or None; it is {2}.</source>
        <translation>{0} 必须是 {1} 之一 或 None；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be one of {1}; it is {2}.</source>
        <translation>{0} 必须是 {1} 之一；现为 {2}。</translation>
    </message>
    <message>
        <source>{0} must be true or false; it is {1}.</source>
        <translation>{0} 必须是 true 或 false；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be true, false or a path; it is {1}.</source>
        <translation>{0} 必须是 true、false 或路径；现为 {1}。</translation>
    </message>
    <message>
        <source>{0} must be true, false or one of {1}; it is {2}.</source>
        <translation>{0} 必须是 true、false 或 {1} 之一；现为 {2}。</translation>
    </message>
    <message>
        <source>The speed is measured with detection models; {0} is none.</source>
        <translation>速度用检测模型测量；{0} 不是检测模型。</translation>
    </message>
    <message>
        <source>No better fitness ({0}) than {1} of epoch {2} for {3} epochs: the run ends at epoch {4}.</source>
        <translation>连续 {3} 轮没有比第 {2} 轮的 {1} 更好的适应度（{0}）：运行在第 {4} 轮结束。</translation>
    </message>
    <message>
        <source>The model {0} is one to {1}, but the task is {2}: choose a model of the task.</source>
        <translation>模型 {0} 用于 {1}，但任务是 {2}：请选择该任务的模型。</translation>
    </message>
    <message>
        <source>{0} has no folder train/; classify needs train/ and val/, each with a folder per class.</source>
        <translation>{0} 没有文件夹 train/；分类需要 train/ 和 val/，其中每个类别各有一个文件夹。</translation>
    </message>
    <message>
        <source>{0} holds no folder; each class needs one with its images.</source>
        <translation>{0} 中没有文件夹；每个类别都需要一个存放其图像的文件夹。</translation>
    </message>
    <message>
        <source>{0} is no folder; classify needs one with train/ and val/, each with a folder per class.</source>
        <translation>{0} 不是文件夹；分类需要一个含 train/ 和 val/ 的文件夹，其中每个类别各有一个文件夹。</translation>
    </message>
    <message>
        <source>{0} lies in a folder of the {1} split that is no class: train/ has none of this name.</source>
        <translation>{0} 所在的 {1} 划分文件夹不是类别：train/ 中没有同名文件夹。</translation>
    </message>
    <message>
        <source>No label of {0} is a polygon: segment learns masks from outlines, detect learns boxes.</source>
        <translation>{0} 的标签中没有多边形：segment 从轮廓学习掩码，detect 学习边界框。</translation>
    </message>
    <message>
        <source>The amount is too large in {0}.</source>
        <translation>换算为 {0} 后金额过大。</translation>
    </message>
    <message>
        <source>There is no exchange rate from {0} to {1}: enter one with yardstick fx set.</source>
        <translation>没有从 {0} 到 {1} 的汇率：请用 yardstick fx set 录入。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not an exchange rate such as 1.08: above 0, at most 9 decimals.</source>
        <translation>“{0}”不是像 1.08 这样的汇率：须大于 0，最多 9 位小数。</translation>
    </message>
    <message>
        <source>A path of the machine holds a control character: {0}.</source>
        <translation>机器的某个路径含有控制字符：{0}。</translation>
    </message>
    <message>
        <source>Containers and set-up scripts do not run on SSH machines: clear the image and the script of the experiment.</source>
        <translation>SSH 机器上不能运行容器和准备脚本：请清空实验的镜像和脚本。</translation>
    </message>
    <message>
        <source>Copying files from or to {0} broke off: {1}</source>
        <translation>与 {0} 之间的文件复制中断：{1}</translation>
    </message>
    <message>
        <source>Install coreutils and util-linux there.</source>
        <translation>请在那里安装 coreutils 和 util-linux。</translation>
    </message>
    <message>
        <source>Install rsync there; it copies data sets and results.</source>
        <translation>请在那里安装 rsync；数据集和结果靠它复制。</translation>
    </message>
    <message>
        <source>Install what it lacks there, or name another with --worker.</source>
        <translation>请在那里安装它缺少的东西，或用 --worker 指定另一个。</translation>
    </message>
    <message>
        <source>Install yardstick-worker there, or say where it is with --worker.</source>
        <translation>请在那里安装 yardstick-worker，或用 --worker 说明它在哪里。</translation>
    </message>
    <message>
        <source>Little is left for data sets and weights.</source>
        <translation>留给数据集和权重的空间不多了。</translation>
    </message>
    <message>
        <source>Name a folder of yours there with --folder.</source>
        <translation>请用 --folder 指定那里一个属于你的文件夹。</translation>
    </message>
    <message>
        <source>Set its clock: times of its events will be off.</source>
        <translation>请校准它的时钟：它的事件时间会有偏差。</translation>
    </message>
    <message>
        <source>The SSH port is a number from 1 to 65535, not {0}.</source>
        <translation>SSH 端口是 1 到 65535 之间的数，不能是 {0}。</translation>
    </message>
    <message>
        <source>The connection to {0} was lost.</source>
        <translation>与 {0} 的连接已断开。</translation>
    </message>
    <message>
        <source>The data set {0} covers the whole of {1}: put it into a folder of its own, so that it can be copied to another machine.</source>
        <translation>数据集 {0} 占据了整个 {1}：请把它放进单独的文件夹，以便复制到另一台机器。</translation>
    </message>
    <message>
        <source>The data set {0} refers to {1}, which lies outside of {2}: put it into one folder, so that it can be copied to another machine.</source>
        <translation>数据集 {0} 引用了位于 {2} 之外的 {1}：请把它放进同一个文件夹，以便复制到另一台机器。</translation>
    </message>
    <message>
        <source>The disk is full while files are copied from or to {0}.</source>
        <translation>与 {0} 之间复制文件时磁盘已满。</translation>
    </message>
    <message>
        <source>The disk of {0} is full: the data set cannot be written there.</source>
        <translation>{0} 的磁盘已满：无法在那里写入数据集。</translation>
    </message>
    <message>
        <source>The event log on {0} was replaced by another one.</source>
        <translation>{0} 上的事件日志被换成了另一个。</translation>
    </message>
    <message>
        <source>The folder of jobs is not there on {0} now.</source>
        <translation>{0} 上现在找不到任务文件夹。</translation>
    </message>
    <message>
        <source>The folder {0} cannot be written on {1}.</source>
        <translation>文件夹 {0} 在 {1} 上无法写入。</translation>
    </message>
    <message>
        <source>The host key of {0} is not the one that was pinned, so nothing is sent there: if the machine was installed anew, run yardstick machine check &quot;{0}&quot; --new-key once.</source>
        <translation>{0} 的主机密钥不是已固定的那一个，因此不会向它发送任何内容：如果这台机器是重新安装的，请运行一次 yardstick machine check &quot;{0}&quot; --new-key。</translation>
    </message>
    <message>
        <source>The job&apos;s folder is gone from {0}.</source>
        <translation>任务的文件夹已不在 {0} 上。</translation>
    </message>
    <message>
        <source>The port in {0} is a number from 1 to 65535.</source>
        <translation>{0} 中的端口应是 1 到 65535 之间的数。</translation>
    </message>
    <message>
        <source>The program {0} is not installed on this computer.</source>
        <translation>本机没有安装程序 {0}。</translation>
    </message>
    <message>
        <source>The stop file cannot be written on {0}.</source>
        <translation>无法在 {0} 上写入停止文件。</translation>
    </message>
    <message>
        <source>The worker is being started on {0}.</source>
        <translation>正在 {0} 上启动训练程序。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no SSH host; give user@host, host:port or a name of your SSH configuration.</source>
        <translation>“{0}”不是 SSH 主机；请给出 user@host、host:port 或 SSH 配置中的名称。</translation>
    </message>
    <message>
        <source>{0} cannot be reached: {1}</source>
        <translation>无法连接 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} does not answer.</source>
        <translation>{0} 没有应答。</translation>
    </message>
    <message>
        <source>{0} does not exist on {1}.</source>
        <translation>{1} 上不存在 {0}。</translation>
    </message>
    <message>
        <source>{0} is no path inside of a run folder.</source>
        <translation>{0} 不是运行文件夹内的路径。</translation>
    </message>
    <message>
        <source>{0} is no program that can be run on {1}: install the worker there, or say where it is with --worker.</source>
        <translation>{0} 不是能在 {1} 上运行的程序：请在那里安装训练程序，或用 --worker 说明它在哪里。</translation>
    </message>
    <message>
        <source>{0} lacks programs that are needed there: {1}.</source>
        <translation>{0} 缺少所需的程序：{1}。</translation>
    </message>
    <message>
        <source>{0} lacks the closing bracket of its address.</source>
        <translation>{0} 的地址缺少右括号。</translation>
    </message>
    <message>
        <source>{0} on {1} is not what its digest says; it is fetched again later.</source>
        <translation>{1} 上的 {0} 与其摘要不符；稍后会再次获取。</translation>
    </message>
    <message>
        <source>{0} refuses the login: put your public key into its ~/.ssh/authorized_keys, or name the key with --identity.</source>
        <translation>{0} 拒绝登录：请把你的公钥放进它的 ~/.ssh/authorized_keys，或用 --identity 指定密钥。</translation>
    </message>
    <message>
        <source>{0} was restarted while it ran.</source>
        <translation>{0} 在运行期间重新启动了。</translation>
    </message>
    <message>
        <source>It was given up before it was known to have started. {0}</source>
        <translation>在得知其已启动之前便已放弃。{0}</translation>
    </message>
    <message>
        <source>It was given up, and may go on there by itself: {0}</source>
        <translation>已放弃，它在那里可能仍会自行继续：{0}</translation>
    </message>
    <message>
        <source>It was stopped before it started.</source>
        <translation>在启动之前已停止。</translation>
    </message>
    <message>
        <source>The data set is being copied to {0}: {1} files, {2} MB, {3} %.</source>
        <translation>正在将数据集复制到 {0}：{1} 个文件，{2} MB，已完成 {3}%。</translation>
    </message>
    <message>
        <source>The data set is being copied to {0}: {1} files, {2} MB.</source>
        <translation>正在将数据集复制到 {0}：{1} 个文件，{2} MB。</translation>
    </message>
    <message>
        <source>The data set is being read, to be put on {0}.</source>
        <translation>正在读取数据集，准备传到 {0}。</translation>
    </message>
    <message>
        <source>Weights are being copied to {0}.</source>
        <translation>正在将权重复制到 {0}。</translation>
    </message>
    <message>
        <source>{0} is asked whether it has the job.</source>
        <translation>正在询问 {0} 是否已有该作业。</translation>
    </message>
    <message>
        <source>The data set {0} is no YAML file; it needs lines such as &quot;train: images/train&quot;.</source>
        <translation>数据集 {0} 不是 YAML 文件；其中需要有类似 &quot;train: images/train&quot; 的行。</translation>
    </message>
    <message>
        <source>The training program {0} cannot be run; install it again, or set YARDSTICK_WORKER.</source>
        <translation>训练程序 {0} 无法运行；请重新安装，或设置 YARDSTICK_WORKER。</translation>
    </message>
    <message>
        <source>{0} cannot be written: the folder {1} does not exist.</source>
        <translation>无法写入 {0}：文件夹 {1} 不存在。</translation>
    </message>
    <message>
        <source>Spot prices: {0}.</source>
        <translation>竞价来源：{0}。</translation>
    </message>
    <message>
        <source>At imgsz {0} no batch may hold one image alone ({1} images in batches of {2}): choose another batch, or imgsz 64 or more.</source>
        <translation>imgsz 为 {0} 时，任何批次都不能只含一张图像（{1} 张图像，每批 {2} 张）：请换一个 batch，或使用 64 以上的 imgsz。</translation>
    </message>
    <message>
        <source>The training failed inside the worker: {0}</source>
        <translation>训练在工作进程内部失败：{0}</translation>
    </message>
    <message>
        <source>None of the run folders in {0} can be used.</source>
        <translation>{0} 中没有可用的运行文件夹。</translation>
    </message>
    <message>
        <source>None of the {0} train images has a label of the classes that the parameter classes names.</source>
        <translation>{0} 张训练图像中没有一张带有参数 classes 所指定类别的标签。</translation>
    </message>
    <message>
        <source>The parameter classes names class {0}, but the data set has the classes 0 to {1}.</source>
        <translation>参数 classes 指定了类别 {0}，但数据集只有类别 0 到 {1}。</translation>
    </message>
    <message>
        <source>The store {0} must be brought to version {1} first, which needs a writable file.</source>
        <translation>存储 {0} 须先升级到版本 {1}，这需要文件可写。</translation>
    </message>
    <message>
        <source>An exchange rate is between two currencies, not {0} and {0}.</source>
        <translation>汇率是两种货币之间的，不能是 {0} 与 {0}。</translation>
    </message>
    <message>
        <source>A mAP50-95 to reach is above 0 and at most 1, such as 0.5; it is {0}.</source>
        <translation>要达到的 mAP50-95 须大于 0 且不超过 1，例如 0.5；现在是 {0}。</translation>
    </message>
    <message>
        <source>Experiment #{0} on {1} is {2} % slower than the {3} s that an epoch takes there, since epoch {4}.</source>
        <translation>实验 #{0} 在 {1} 上比那里每轮通常所需的 {3} 秒慢 {2} %，自第 {4} 轮起。</translation>
    </message>
    <message>
        <source>Queue {0} has spent {1} of its {2} in all: it starts nothing new until you raise the budget.</source>
        <translation>队列 {0} 总共已花费 {1}，预算为 {2}：在您提高预算之前，它不会启动新任务。</translation>
    </message>
    <message>
        <source>Queue {0} has spent {1} of its {2} of today: it starts nothing new before 00:00 UTC.</source>
        <translation>队列 {0} 今天已花费 {1}，预算为 {2}：在 UTC 00:00 之前，它不会启动新任务。</translation>
    </message>
    <message>
        <source>The price of {0}, {1} {2} per hour, is {3} days old: confirm it or enter a new one.</source>
        <translation>{0} 的价格（每小时 {1} {2}）已有 {3} 天：请确认它，或输入新的价格。</translation>
    </message>
    <message>
        <source>There is no alert &quot;{0}&quot;; see yardstick alerts.</source>
        <translation>没有警报“{0}”；请查看 yardstick alerts。</translation>
    </message>
    <message>
        <source>What queue {0} spends in {1} is not counted against its budget in {2}: enter an exchange rate.</source>
        <translation>队列 {0} 以 {1} 计的花费没有计入以 {2} 计的预算：请输入汇率。</translation>
    </message>
    <message>
        <source>Above {0} epochs {1} costs less than {2}.</source>
        <translation>超过 {0} 轮时 {1} 比 {2} 便宜。</translation>
    </message>
    <message>
        <source>Not ranked, so not drawn: {0}.</source>
        <translation>未排名，因此未画出：{0}。</translation>
    </message>
    <message>
        <source>Published figures, so without single epochs: {0}.</source>
        <translation>公布的数值，没有单独的轮次：{0}。</translation>
    </message>
    <message>
        <source>Validation is not known apart and stands in the training: {0}.</source>
        <translation>验证时间未单独计量，计入训练：{0}。</translation>
    </message>
    <message>
        <source>Wasted: epochs that were done again and work that came to nothing, as often as so far.</source>
        <translation>浪费：重做的轮次和没有结果的工作，按迄今为止的比例计。</translation>
    </message>
    <message>
        <source>A deadline must be above 0 s, not {0} s.</source>
        <translation>期限必须大于 0 s，不能是 {0} s。</translation>
    </message>
    <message>
        <source>At {0} per hour of waiting, {1} is best for {2} epochs: {3} in {4}, {5} with the wait.</source>
        <translation>若每等待一小时值 {0}，训练 {2} 轮最好用 {1}：花费 {3}，用时 {4}，计入等待共 {5}。</translation>
    </message>
    <message>
        <source>It is taken away too often: an epoch would never end.</source>
        <translation>它被收回得太频繁：一轮永远无法结束。</translation>
    </message>
    <message>
        <source>No clear winner between {0} and {1}: about {2} more epoch on {3} would decide.</source>
        <translation>{0} 与 {1} 不分胜负：在 {3} 上再训练约 {2} 轮即可分出。</translation>
    </message>
    <message>
        <source>No clear winner between {0} and {1}: about {2} more epochs on each would decide.</source>
        <translation>{0} 与 {1} 不分胜负：各再训练约 {2} 轮即可分出。</translation>
    </message>
    <message>
        <source>No clear winner between {0} and {1}: about {2} more epochs on {3} would decide.</source>
        <translation>{0} 与 {1} 不分胜负：在 {3} 上再训练约 {2} 轮即可分出。</translation>
    </message>
    <message>
        <source>No clear winner between {0} and {1}: their costs are so close that more epochs would hardly decide.</source>
        <translation>{0} 与 {1} 不分胜负：费用过于接近，再训练更多轮也难以分出。</translation>
    </message>
    <message>
        <source>None makes it: no machine finishes {0} epochs within {1} with 95 % certainty; the fastest, {2}, takes about {3}.</source>
        <translation>没有机器来得及：没有机器能以 95 % 的把握在 {1} 内完成 {0} 轮；最快的 {2} 约需 {3}。</translation>
    </message>
    <message>
        <source>Not timed here: extrapolated from {0}, which has the same GPU.</source>
        <translation>未在此计时：由 GPU 相同的 {0} 推算。</translation>
    </message>
    <message>
        <source>Not timed here: extrapolated from {2}, which has the same GPU, and from {0} to {1} images an epoch.</source>
        <translation>未在此计时：由 GPU 相同的 {2} 推算，并由每轮 {0} 张图像换算为 {1} 张。</translation>
    </message>
    <message>
        <source>Not timed on this data: extrapolated from {0} to {1} images an epoch.</source>
        <translation>未用此数据计时：由每轮 {0} 张图像换算为 {1} 张。</translation>
    </message>
    <message>
        <source>Of those that finish {0} epochs within {1} with 95 % certainty, {2} is cheapest: {3}, in {4}.</source>
        <translation>能以 95 % 的把握在 {1} 内完成 {0} 轮的机器中，{2} 最便宜：{3}，用时 {4}。</translation>
    </message>
    <message>
        <source>Of those that finish {0} epochs within {1}, {2} is cheapest: {3}, in {4} by its published time.</source>
        <translation>能在 {1} 内完成 {0} 轮的机器中，{2} 最便宜：{3}，按公布的时间用时 {4}。</translation>
    </message>
    <message>
        <source>The data set is another one, and how many images an epoch has is not known.</source>
        <translation>数据集不同，且每轮的图像数未知。</translation>
    </message>
    <message>
        <source>The interruptions in 100 h must be 0 or more, not {0}.</source>
        <translation>每 100 小时的中断次数必须不小于 0，不能是 {0}。</translation>
    </message>
    <message>
        <source>The value of an hour must not be below 0; it is {0}.</source>
        <translation>每小时的价值不能小于 0；现在是 {0}。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, by number of epochs, {2}.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；以下按轮数依次为 {2}。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, by number of epochs, {2}; the other {3} are never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；以下按轮数依次为 {2}；其余 {3} 台始终不划算。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, by number of epochs, {2}; {3} is never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；以下按轮数依次为 {2}；{3} 始终不划算。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}; the other {5} are never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；以下为 {2}；不超过 {3} 轮时为 {4}；其余 {5} 台始终不划算。</translation>
    </message>
    <message>
        <source>{0} is cheapest above {1} epochs; below, {2}; for {3} epochs or fewer, {4}; {5} is never worth it.</source>
        <translation>超过 {1} 轮时 {0} 最便宜；以下为 {2}；不超过 {3} 轮时为 {4}；{5} 始终不划算。</translation>
    </message>
    <message>
        <source>{0} may be cheaper still, about {1} per epoch, but was not timed: {2} epochs there would tell.</source>
        <translation>{0} 可能更便宜，每轮约 {1}，但未曾计时：在那里训练 {2} 轮便知。</translation>
    </message>
    <message>
        <source>Name another environment with  yardstick machine set NAME --ultralytics PATH.</source>
        <translation>请用  yardstick machine set 名称 --ultralytics 路径  指定另一个环境。</translation>
    </message>
    <message>
        <source>The Python of {0} cannot be told: name the Python program of the environment for ultralytics.</source>
        <translation>无法确定 {0} 使用的 Python：请为 ultralytics 指定该环境的 Python 程序。</translation>
    </message>
    <message>
        <source>The backend ultralytics needs a Python environment of yours: name it in Settings, with  yardstick machine set NAME --ultralytics PATH  or in {0}.</source>
        <translation>后端 ultralytics 需要您自己的 Python 环境：请在“设置”中、用  yardstick machine set 名称 --ultralytics 路径  或在 {0} 中指定。</translation>
    </message>
    <message>
        <source>{0}, the Python environment that is named for ultralytics, has no program that can be run.</source>
        <translation>为 ultralytics 指定的 Python 环境 {0} 中没有可运行的程序。</translation>
    </message>
    <message>
        <source>{0}: {1} more lines cannot be used.</source>
        <translation>{0}：另有 {1} 行无法使用。</translation>
    </message>
    <message>
        <source>All parameters are the same.</source>
        <translation>所有参数都相同。</translation>
    </message>
    <message>
        <source>All-in figures are for {0} epochs with set-up. What follows ± is half of the 95 % interval of the mean.</source>
        <translation>全包数字按 {0} 轮计算，含准备时间。± 之后是均值 95 % 区间的一半。</translation>
    </message>
    <message>
        <source>All-in figures are for {0} epochs without set-up. What follows ± is half of the 95 % interval of the mean.</source>
        <translation>全包数字按 {0} 轮计算，不含准备时间。± 之后是均值 95 % 区间的一半。</translation>
    </message>
    <message>
        <source>An experiment has at most {0} attempts, not {1}.</source>
        <translation>一个实验最多有 {0} 次尝试，而不是 {1} 次。</translation>
    </message>
    <message>
        <source>Compared is {0} on {1} at {2} px; other work in this report is not compared with it.</source>
        <translation>比较的是 {1} 上 {2} 像素的 {0}；本报告中的其他工作不与它比较。</translation>
    </message>
    <message>
        <source>Cost per epoch = price per hour × mean epoch time / 3600 s, from the epochs that were timed and the newest price in force; the bill is at the prices in force at the time.</source>
        <translation>每轮成本 = 每小时价格 × 平均每轮时间 / 3600 s，依据已计时的轮次和现行最新价格；账单按当时有效的价格计算。</translation>
    </message>
    <message>
        <source>Cost so far: {0}.</source>
        <translation>迄今成本：{0}。</translation>
    </message>
    <message>
        <source>Cost so far: {0}; of it wasted on failed, repeated and idle time: {1}.</source>
        <translation>迄今成本：{0}；其中因失败、重复和空闲而浪费：{1}。</translation>
    </message>
    <message>
        <source>Digits are 0 to {0}, not {1}.</source>
        <translation>小数位数为 0 到 {0}，而不是 {1}。</translation>
    </message>
    <message>
        <source>Drawn are the newest {0} of {1} experiments with curves.</source>
        <translation>绘出的是 {1} 个有曲线的实验中最新的 {0} 个。</translation>
    </message>
    <message>
        <source>Epoch {0} does not follow epoch {1} of the same attempt.</source>
        <translation>第 {0} 轮不在同一次尝试的第 {1} 轮之后。</translation>
    </message>
    <message>
        <source>Experiments without a price, not in the sum: {0}.</source>
        <translation>没有价格、未计入总和的实验：{0}。</translation>
    </message>
    <message>
        <source>Experiments: {0}; epochs done: {1}.</source>
        <translation>实验：{0}；完成的轮次：{1}。</translation>
    </message>
    <message>
        <source>Made by Yardstick {0} on {1} UTC.</source>
        <translation>由 Yardstick {0} 于 {1} UTC 生成。</translation>
    </message>
    <message>
        <source>The column {0} is empty.</source>
        <translation>{0} 列为空。</translation>
    </message>
    <message>
        <source>The drawing of a chart is no SVG.</source>
        <translation>图表的绘制结果不是 SVG。</translation>
    </message>
    <message>
        <source>The mean is that of the steady epochs: the first of each attempt and those that shared their host are left out.</source>
        <translation>均值取自稳定的轮次：不计每次尝试的第一轮，也不计与其他作业共用主机的轮次。</translation>
    </message>
    <message>
        <source>The name is missing.</source>
        <translation>缺少名称。</translation>
    </message>
    <message>
        <source>The table has no column &quot;{0}&quot;; it has {1}.</source>
        <translation>表中没有“{0}”列；它有 {1}。</translation>
    </message>
    <message>
        <source>The tables show the newest {0} of {1} experiments; the sums are of all.</source>
        <translation>表中显示 {1} 个实验中最新的 {0} 个；总和包括全部。</translation>
    </message>
    <message>
        <source>There is no experiment to report on.</source>
        <translation>没有可以报告的实验。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; in the column {1} is {2}.</source>
        <translation>{1} 列中的“{0}”{2}。</translation>
    </message>
    <message>
        <source>{0} Nothing was imported.</source>
        <translation>{0} 没有导入任何内容。</translation>
    </message>
    <message>
        <source>{0} Nothing was imported; there are {1} faults in all.</source>
        <translation>{0} 没有导入任何内容；共有 {1} 处错误。</translation>
    </message>
    <message>
        <source>{0} is no table of experiments (with a column name) or of epochs (with experiment, attempt, epoch and seconds); only these can be imported.</source>
        <translation>{0} 既不是实验表（有 name 列），也不是轮次表（有 experiment、attempt、epoch 和 seconds）；只能导入这两种表。</translation>
    </message>
    <message>
        <source>{0} over the epochs, the last values: {1}.</source>
        <translation>{0} 随轮次的变化，最后的值：{1}。</translation>
    </message>
</context>
<context>
    <name>Estimate</name>
    <message>
        <source>no measurement yet</source>
        <translation>尚无测量</translation>
    </message>
    <message>
        <source>%1, example price</source>
        <translation>%1，示例价格</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>now</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1后</translation>
    </message>
    <message numerus="yes">
        <source>after %n jobs</source>
        <translation>
            <numerusform>在 %n 个任务之后</numerusform>
        </translation>
    </message>
    <message>
        <source>when the host is free</source>
        <translation>主机空闲时</translation>
    </message>
    <message>
        <source>no measurement yet of this work on %1</source>
        <translation>这项工作在 %1 上尚无测量</translation>
    </message>
    <message>
        <source>starts %1</source>
        <comment>starts now; starts in 40 min; starts after 3 jobs</comment>
        <translation>%1开始</translation>
    </message>
    <message>
        <source>On %1: %2, %3; %4</source>
        <comment>queue, time, cost, start</comment>
        <translation>在 %1 上：%2，%3；%4</translation>
    </message>
    <message>
        <source>.</source>
        <comment>the end of a sentence</comment>
        <translation>。</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %n epochs.</source>
        <translation>
            <numerusform>依据 %n 轮的测量。</numerusform>
        </translation>
    </message>
    <message>
        <source>They ran with another batch size.</source>
        <translation>它们使用了另一个批大小。</translation>
    </message>
    <message>
        <source>The interval is unreliable.</source>
        <translation>区间不可靠。</translation>
    </message>
    <message numerus="yes">
        <source>How long %n jobs before it take is not known.</source>
        <translation>
            <numerusform>排在它前面的 %n 个任务需要多久尚不清楚。</numerusform>
        </translation>
    </message>
    <message>
        <source>; done ≈ %1</source>
        <comment>when; goes on after a start</comment>
        <translation>，≈ %1 完成</translation>
    </message>
</context>
<context>
    <name>Filter</name>
    <message>
        <source>Something is missing at the end.</source>
        <translation>末尾缺少内容。</translation>
    </message>
    <message>
        <source>“%1” does not belong here.</source>
        <translation>“%1”不应出现在这里。</translation>
    </message>
    <message>
        <source>The quotation mark is not closed.</source>
        <translation>引号没有闭合。</translation>
    </message>
    <message>
        <source>The bracket is not closed.</source>
        <translation>括号没有闭合。</translation>
    </message>
    <message>
        <source>There is no column or parameter “%1”.</source>
        <translation>没有名为“%1”的列或参数。</translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation>“%1”之后缺少值。</translation>
    </message>
    <message>
        <source>“%1” is no date; write it as 2026-11-30.</source>
        <translation>“%1”不是日期；请写成 2026-11-30。</translation>
    </message>
    <message>
        <source>“%1” is no number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
</context>
<context>
    <name>Parameter</name>
    <message>
        <source>What the model learns: boxes (detect), boxes with masks (segment) or one class per image (classify).</source>
        <translation>模型学习的内容：边框（detect）、带掩码的边框（segment）或每张图像一个类别（classify）。</translation>
    </message>
    <message>
        <source>What the worker does with the model.</source>
        <translation>工作程序对模型做什么。</translation>
    </message>
    <message>
        <source>Size of the YOLOv8 network, from n (small and fast) to x (large and accurate).</source>
        <translation>YOLOv8 网络的规模，从 n（小而快）到 x（大而准）。</translation>
    </message>
    <message>
        <source>Weights file (.ckpt or .pt) to start from; None builds the model variant.</source>
        <translation>起始权重文件（.ckpt 或 .pt）；None 表示按模型变体构建。</translation>
    </message>
    <message>
        <source>Data set: a YAML file for detect and segment, a folder with train/ and val/ for classify.</source>
        <translation>数据集：detect 和 segment 用 YAML 文件，classify 用含 train/ 和 val/ 的文件夹。</translation>
    </message>
    <message>
        <source>How many times training sees every image.</source>
        <translation>训练遍历全部图像的次数。</translation>
    </message>
    <message>
        <source>Longest training time; when set, it decides the number of epochs instead of epochs.</source>
        <translation>最长训练时间；设置后由它代替 epochs 决定轮数。</translation>
    </message>
    <message>
        <source>Stops after so many epochs without a better result; 0 never stops early.</source>
        <translation>连续这么多轮没有更好结果时停止；0 表示从不提前停止。</translation>
    </message>
    <message>
        <source>Images per training step; -1 chooses it for 60 % of the GPU memory, a number between 0 and 1 for that share of it.</source>
        <translation>每个训练步的图像数；-1 按 60 % 显存选择，0 到 1 之间的数表示按该比例选择。</translation>
    </message>
    <message>
        <source>Side length to which images are scaled; rounded up to a multiple of 32.</source>
        <translation>图像缩放到的边长；向上取整为 32 的倍数。</translation>
    </message>
    <message>
        <source>Keeps the weights of the last and of the best epoch.</source>
        <translation>保留最后一轮和最佳一轮的权重。</translation>
    </message>
    <message>
        <source>Also keeps the weights of every so many epochs; -1 keeps none of them.</source>
        <translation>另外每隔这么多轮保留权重；-1 表示不保留。</translation>
    </message>
    <message>
        <source>Keeps decoded images in memory (true or ram), so that later epochs read faster; disk decodes them anew each time, as false does.</source>
        <translation>将解码后的图像保存在内存中（true 或 ram），使后续轮次读取更快；disk 与 false 一样每次重新解码。</translation>
    </message>
    <message>
        <source>Ignored: the queue decides on which CPU or GPU an experiment runs.</source>
        <translation>忽略：由队列决定实验在哪个 CPU 或 GPU 上运行。</translation>
    </message>
    <message>
        <source>Threads that load and augment images; at most as many as the CPU threads of the job.</source>
        <translation>加载和增强图像的线程数；不超过任务的 CPU 线程数。</translation>
    </message>
    <message>
        <source>Ignored: experiments have a project of their own.</source>
        <translation>忽略：实验有自己的项目。</translation>
    </message>
    <message>
        <source>Ignored: experiments have a name of their own.</source>
        <translation>忽略：实验有自己的名称。</translation>
    </message>
    <message>
        <source>Ignored: every attempt has a folder of its own.</source>
        <translation>忽略：每次运行有自己的文件夹。</translation>
    </message>
    <message>
        <source>Weights to start from: a path takes that file (.ckpt or .pt), false starts from random weights, and so does true while no file is given.</source>
        <translation>起始权重：路径表示使用该文件（.ckpt 或 .pt），false 从随机权重开始，未给出文件时 true 也是如此。</translation>
    </message>
    <message>
        <source>How weights are updated; auto takes AdamW for short and SGD for long training and then sets lr0 and momentum itself.</source>
        <translation>权重的更新方式；auto 对短训练用 AdamW、对长训练用 SGD，并自行设置 lr0 和 momentum。</translation>
    </message>
    <message>
        <source>Prints progress during each epoch.</source>
        <translation>在每轮中打印进度。</translation>
    </message>
    <message>
        <source>Start of the random numbers: the same seed gives the same order, augmentation and first weights.</source>
        <translation>随机数种子：相同的种子给出相同的顺序、增强和初始权重。</translation>
    </message>
    <message>
        <source>Takes the algorithms that give the same result each time where there is a choice.</source>
        <translation>在可选时采用每次结果相同的算法。</translation>
    </message>
    <message>
        <source>Treats all classes as one.</source>
        <translation>将所有类别视为一个。</translation>
    </message>
    <message>
        <source>Batches of images with a like shape, without mosaic and shuffling.</source>
        <translation>将形状相近的图像组成批，不用 mosaic 和打乱。</translation>
    </message>
    <message>
        <source>Lowers the learning rate along a cosine instead of a line.</source>
        <translation>学习率按余弦而非直线下降。</translation>
    </message>
    <message>
        <source>Turns mosaic, mixup and copy-paste off for so many last epochs; 0 keeps them on.</source>
        <translation>在最后这么多轮关闭 mosaic、mixup 和 copy-paste；0 表示一直开启。</translation>
    </message>
    <message>
        <source>Ignored: use Retry or Continue on the experiment.</source>
        <translation>忽略：请对实验使用“重试”或“继续训练”。</translation>
    </message>
    <message>
        <source>Mixed precision on CUDA GPUs: faster, less memory; has no effect on a CPU.</source>
        <translation>CUDA GPU 上的混合精度：更快、更省显存；对 CPU 无效果。</translation>
    </message>
    <message>
        <source>Share of the training images that is used: the first part of the sorted list.</source>
        <translation>使用的训练图像比例：取排序列表的前一部分。</translation>
    </message>
    <message>
        <source>Ignored: measures exported formats in the reference trainer.</source>
        <translation>忽略：在参考训练程序中测量导出格式。</translation>
    </message>
    <message>
        <source>Layers that do not learn: a number freezes the first so many, a list freezes those.</source>
        <translation>不学习的层：数字冻结前这么多层，列表冻结所列的层。</translation>
    </message>
    <message>
        <source>Changes the image size of each batch at random between half and one and a half of imgsz.</source>
        <translation>在 imgsz 的一半到一倍半之间随机改变每批的图像尺寸。</translation>
    </message>
    <message>
        <source>Joins the masks of an image into one map where the smaller object lies on top.</source>
        <translation>将一张图像的掩码合成一张图，较小的物体在上。</translation>
    </message>
    <message>
        <source>How many times smaller than the image the training masks are.</source>
        <translation>训练掩码比图像小多少倍。</translation>
    </message>
    <message>
        <source>Share of the last layer&apos;s inputs that is dropped in each step.</source>
        <translation>每步丢弃的最后一层输入的比例。</translation>
    </message>
    <message>
        <source>Validates after each epoch; when off, only after the last one.</source>
        <translation>每轮之后验证；关闭时只在最后一轮之后验证。</translation>
    </message>
    <message>
        <source>Part of the data set that is validated.</source>
        <translation>用于验证的数据集部分。</translation>
    </message>
    <message>
        <source>Writes the predictions of a validation as COCO JSON.</source>
        <translation>将验证的预测写为 COCO JSON。</translation>
    </message>
    <message>
        <source>Ignored: writes labels mixed with predictions in the reference trainer.</source>
        <translation>忽略：在参考训练程序中写出与预测混合的标注。</translation>
    </message>
    <message>
        <source>Least confidence of a prediction; None takes 0.001 to validate and 0.25 to predict.</source>
        <translation>预测的最低置信度；None 表示验证用 0.001、预测用 0.25。</translation>
    </message>
    <message>
        <source>Predictions of a class that overlap more than this are merged into the best one.</source>
        <translation>同类预测的重叠超过此值时并入最佳的一个。</translation>
    </message>
    <message>
        <source>Most predictions that are kept for an image.</source>
        <translation>每张图像最多保留的预测数。</translation>
    </message>
    <message>
        <source>Validates in half precision on CUDA GPUs.</source>
        <translation>在 CUDA GPU 上以半精度验证。</translation>
    </message>
    <message>
        <source>Ignored: runs ONNX files through OpenCV in the reference trainer.</source>
        <translation>忽略：在参考训练程序中通过 OpenCV 运行 ONNX 文件。</translation>
    </message>
    <message>
        <source>Records curves, the confusion matrix and sample images.</source>
        <translation>记录曲线、混淆矩阵和样本图像。</translation>
    </message>
    <message>
        <source>Learning rate at the start; optimizer=auto sets its own.</source>
        <translation>初始学习率；optimizer=auto 时自行设置。</translation>
    </message>
    <message>
        <source>Learning rate at the end as a share of lr0.</source>
        <translation>最终学习率，为 lr0 的比例。</translation>
    </message>
    <message>
        <source>Momentum of SGD, first beta of the Adam family; optimizer=auto sets its own.</source>
        <translation>SGD 的动量、Adam 类的第一个 beta；optimizer=auto 时自行设置。</translation>
    </message>
    <message>
        <source>Pulls weights towards zero; scaled by batch / nbs.</source>
        <translation>将权重拉向零；按 batch / nbs 缩放。</translation>
    </message>
    <message>
        <source>Epochs during which learning rates and momentum move to their values; at least 100 steps unless 0.</source>
        <translation>学习率和动量过渡到设定值的轮数；非 0 时至少 100 步。</translation>
    </message>
    <message>
        <source>Momentum at the first step.</source>
        <translation>第一步的动量。</translation>
    </message>
    <message>
        <source>Learning rate of biases at the first step.</source>
        <translation>第一步的偏置学习率。</translation>
    </message>
    <message>
        <source>Nominal batch: gradients of smaller batches are added up to so many images.</source>
        <translation>名义批大小：较小批的梯度累积到这么多图像。</translation>
    </message>
    <message>
        <source>Weight of the box loss.</source>
        <translation>边框损失的权重。</translation>
    </message>
    <message>
        <source>Weight of the class loss.</source>
        <translation>类别损失的权重。</translation>
    </message>
    <message>
        <source>Weight of the distribution focal loss of box edges.</source>
        <translation>边框边缘分布焦点损失的权重。</translation>
    </message>
    <message>
        <source>Ignored: weight of the pose loss; no task here has key points.</source>
        <translation>忽略：姿态损失的权重；这里没有关键点任务。</translation>
    </message>
    <message>
        <source>Ignored: weight of the key point objectness; no task here has key points.</source>
        <translation>忽略：关键点目标性的权重；这里没有关键点任务。</translation>
    </message>
    <message>
        <source>Ignored: has had no effect in YOLOv8.</source>
        <translation>忽略：在 YOLOv8 中没有效果。</translation>
    </message>
    <message>
        <source>Random change of hue, as a share of the colour circle.</source>
        <translation>色相的随机变化，为色环的比例。</translation>
    </message>
    <message>
        <source>Random change of saturation, as a share.</source>
        <translation>饱和度的随机变化，为比例。</translation>
    </message>
    <message>
        <source>Random change of brightness, as a share.</source>
        <translation>亮度的随机变化，为比例。</translation>
    </message>
    <message>
        <source>Random rotation up to this angle either way.</source>
        <translation>向两侧随机旋转，至多此角度。</translation>
    </message>
    <message>
        <source>Random shift up to this share of the image.</source>
        <translation>随机平移，至多为图像的此比例。</translation>
    </message>
    <message>
        <source>Random zoom between 1 - scale and 1 + scale; for classify the crop keeps at least 1 - scale of the area.</source>
        <translation>在 1 - scale 与 1 + scale 之间随机缩放；classify 的裁剪至少保留 1 - scale 的面积。</translation>
    </message>
    <message>
        <source>Random shear up to this angle either way.</source>
        <translation>向两侧随机错切，至多此角度。</translation>
    </message>
    <message>
        <source>Random perspective up to this strength.</source>
        <translation>随机透视，至多此强度。</translation>
    </message>
    <message>
        <source>Probability of turning an image upside down.</source>
        <translation>上下翻转图像的概率。</translation>
    </message>
    <message>
        <source>Probability of mirroring an image left to right.</source>
        <translation>左右翻转图像的概率。</translation>
    </message>
    <message>
        <source>Probability of swapping the red and blue channels.</source>
        <translation>交换红蓝通道的概率。</translation>
    </message>
    <message>
        <source>Probability of composing a training image of four.</source>
        <translation>用四张图像拼成训练图像的概率。</translation>
    </message>
    <message>
        <source>Probability of blending a training image with another.</source>
        <translation>将训练图像与另一张混合的概率。</translation>
    </message>
    <message>
        <source>Probability of copying objects with masks into the image.</source>
        <translation>将带掩码的物体复制到图像中的概率。</translation>
    </message>
    <message>
        <source>Ready-made policy of colour and shape changes.</source>
        <translation>现成的颜色与形状变化策略。</translation>
    </message>
    <message>
        <source>Probability of erasing a random rectangle.</source>
        <translation>擦除随机矩形的概率。</translation>
    </message>
    <message>
        <source>Share of the image that the centre crop keeps.</source>
        <translation>中心裁剪保留的图像比例。</translation>
    </message>
    <message>
        <source>Images or folder to predict.</source>
        <translation>要预测的图像或文件夹。</translation>
    </message>
    <message>
        <source>Ignored in training: takes every so many frames of a video.</source>
        <translation>训练中忽略：每隔这么多帧取视频的一帧。</translation>
    </message>
    <message>
        <source>Ignored in training: keeps all frames of a stream.</source>
        <translation>训练中忽略：保留流的所有帧。</translation>
    </message>
    <message>
        <source>Ignored in training: saves feature maps.</source>
        <translation>训练中忽略：保存特征图。</translation>
    </message>
    <message>
        <source>Ignored in training: predicts several turned and scaled copies of an image.</source>
        <translation>训练中忽略：预测图像的多个旋转和缩放副本。</translation>
    </message>
    <message>
        <source>Merges overlapping predictions across classes.</source>
        <translation>跨类别合并重叠的预测。</translation>
    </message>
    <message>
        <source>Only these classes, by number, are learnt, validated and predicted.</source>
        <translation>只学习、验证和预测这些编号的类别。</translation>
    </message>
    <message>
        <source>Ignored in training: predicts masks at the size of the image.</source>
        <translation>训练中忽略：以图像尺寸预测掩码。</translation>
    </message>
    <message>
        <source>Ignored in training: returns the features of these layers.</source>
        <translation>训练中忽略：返回这些层的特征。</translation>
    </message>
    <message>
        <source>Ignored in training: opens a window with predictions.</source>
        <translation>训练中忽略：打开显示预测的窗口。</translation>
    </message>
    <message>
        <source>Ignored in training: saves the frames of a video.</source>
        <translation>训练中忽略：保存视频的帧。</translation>
    </message>
    <message>
        <source>Ignored in training: writes predictions as label files.</source>
        <translation>训练中忽略：将预测写为标注文件。</translation>
    </message>
    <message>
        <source>Ignored in training: adds the confidence to label files.</source>
        <translation>训练中忽略：在标注文件中加入置信度。</translation>
    </message>
    <message>
        <source>Ignored in training: saves each predicted object as an image.</source>
        <translation>训练中忽略：将每个预测物体保存为图像。</translation>
    </message>
    <message>
        <source>Ignored in training: draws class names.</source>
        <translation>训练中忽略：绘制类别名称。</translation>
    </message>
    <message>
        <source>Ignored in training: draws confidences.</source>
        <translation>训练中忽略：绘制置信度。</translation>
    </message>
    <message>
        <source>Ignored in training: draws boxes.</source>
        <translation>训练中忽略：绘制边框。</translation>
    </message>
    <message>
        <source>Ignored in training: width of drawn boxes.</source>
        <translation>训练中忽略：绘制边框的线宽。</translation>
    </message>
    <message>
        <source>Ignored in training: format of an exported model.</source>
        <translation>训练中忽略：导出模型的格式。</translation>
    </message>
    <message>
        <source>Ignored in training: exports through Keras.</source>
        <translation>训练中忽略：通过 Keras 导出。</translation>
    </message>
    <message>
        <source>Ignored in training: optimises an export for phones.</source>
        <translation>训练中忽略：为手机优化导出。</translation>
    </message>
    <message>
        <source>Ignored in training: exports with 8-bit weights.</source>
        <translation>训练中忽略：以 8 位权重导出。</translation>
    </message>
    <message>
        <source>Ignored in training: exports with a free image size.</source>
        <translation>训练中忽略：以可变图像尺寸导出。</translation>
    </message>
    <message>
        <source>Ignored in training: simplifies an exported ONNX graph.</source>
        <translation>训练中忽略：简化导出的 ONNX 图。</translation>
    </message>
    <message>
        <source>Ignored in training: ONNX operator set of an export.</source>
        <translation>训练中忽略：导出的 ONNX 算子集版本。</translation>
    </message>
    <message>
        <source>Ignored in training: memory that an export to TensorRT may use.</source>
        <translation>训练中忽略：导出到 TensorRT 可用的内存。</translation>
    </message>
    <message>
        <source>Ignored in training: adds the merging of predictions to an export.</source>
        <translation>训练中忽略：在导出中加入预测合并。</translation>
    </message>
    <message>
        <source>Ignored: file with other defaults; use Import instead.</source>
        <translation>忽略：含其他默认值的文件；请改用导入。</translation>
    </message>
    <message>
        <source>Ignored in training: tracker of the reference trainer.</source>
        <translation>训练中忽略：参考训练程序的跟踪器。</translation>
    </message>
    <message>
        <source>Trainer: our own worker, or the reference trainer in a Python environment of yours.</source>
        <translation>训练程序：我们自己的工作程序，或您 Python 环境中的参考训练程序。</translation>
    </message>
    <message>
        <source>Docker image that the worker runs in; None runs it on the host itself.</source>
        <translation>工作程序运行所在的 Docker 镜像；None 表示直接在主机上运行。</translation>
    </message>
    <message>
        <source>Arguments for the container client, as one line.</source>
        <translation>容器客户端的参数，写成一行。</translation>
    </message>
    <message>
        <source>Shell commands run before the worker; their time counts as set-up.</source>
        <translation>在工作程序之前运行的 shell 命令；其时间计为准备时间。</translation>
    </message>
</context>
<context>
    <name>ParameterGroup</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Segment and classify</source>
        <translation>分割与分类</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
</context>
<context>
    <name>Price</name>
    <message>
        <source>Set the price of %1</source>
        <translation>设置 %1 的价格</translation>
    </message>
</context>
<context>
    <name>PriceSource</name>
    <message>
        <source>public price catalogue, winter 2022/23</source>
        <translation>2022/23 年冬季的公开价目表</translation>
    </message>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>example form: 1500 USD, 3 years, half used, 250 W, 0.30 USD/kWh</source>
        <translation>示例：1500 USD、3 年、一半时间使用、250 W、0.30 USD/kWh</translation>
    </message>
    <message>
        <source>ClearML and Genesis Cloud article, 2023-03-23</source>
        <translation>ClearML 与 Genesis Cloud 的文章，2023-03-23</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Above the cheapest</source>
        <translation>比最便宜的高</translation>
    </message>
    <message>
        <source>All-in per epoch</source>
        <translation>每轮全包成本</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Bill</source>
        <translation>账单</translation>
    </message>
    <message>
        <source>Changed from default</source>
        <translation>与默认值不同的参数</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Cost per epoch</source>
        <translation>每轮成本</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>Epoch times of each experiment</source>
        <translation>各实验的每轮时间</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Epochs timed</source>
        <translation>计时轮次</translation>
    </message>
    <message>
        <source>Every attempt, what it cost and what of that was wasted (times in UTC)</source>
        <translation>每次尝试的成本及其中浪费的部分（时间为 UTC）</translation>
    </message>
    <message>
        <source>Exchange rate</source>
        <translation>汇率</translation>
    </message>
    <message>
        <source>Exchange rates that were used</source>
        <translation>使用的汇率</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>In force since</source>
        <translation>生效日期</translation>
    </message>
    <message>
        <source>LibTorch</source>
        <translation>LibTorch</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Machines that are not ranked</source>
        <translation>未排名的机器</translation>
    </message>
    <message>
        <source>Machines, the cheapest per epoch first</source>
        <translation>机器，每轮最便宜的在前</translation>
    </message>
    <message>
        <source>Market</source>
        <translation>市场</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters changed from their defaults</source>
        <translation>与默认值不同的参数</translation>
    </message>
    <message>
        <source>Parameters that differ</source>
        <translation>不同的参数</translation>
    </message>
    <message>
        <source>Parameters that differ between the experiments</source>
        <translation>各实验之间不同的参数</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Top-1</source>
        <translation>Top-1</translation>
    </message>
    <message>
        <source>Top-5</source>
        <translation>Top-5</translation>
    </message>
    <message>
        <source>Training runs and their cost</source>
        <translation>训练运行及其成本</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Versions and hosts, as each worker reported them</source>
        <translation>各工作进程报告的版本和主机</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Wasted</source>
        <translation>浪费</translation>
    </message>
    <message>
        <source>What came out</source>
        <translation>训练结果</translation>
    </message>
    <message>
        <source>What was trained</source>
        <translation>训练内容</translation>
    </message>
    <message>
        <source>Where the figures are from</source>
        <translation>数字的来源</translation>
    </message>
    <message>
        <source>Why not ranked</source>
        <translation>未排名的原因</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>an example, not yours</source>
        <translation>示例，不是您的价格</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失联</translation>
    </message>
</context>
<context>
    <name>StripPlot</name>
    <message>
        <source>in the mean</source>
        <translation>计入均值</translation>
    </message>
    <message>
        <source>before the epoch time changed</source>
        <translation>每轮时间变化之前</translation>
    </message>
    <message>
        <source>stall</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>left out: first of an attempt, beside other work, or of other augmentation</source>
        <translation>未计入：一次运行的首轮、与其他任务同时运行、或数据增强不同</translation>
    </message>
</context>
<context>
    <name>WidgetChartRenderer</name>
    <message>
        <source>Nothing measured yet.</source>
        <translation>尚无测量数据。</translation>
    </message>
</context>
<context>
    <name>WindowServices</name>
    <message>
        <source>Drawing the demo data set…</source>
        <translation>正在生成演示数据集…</translation>
    </message>
    <message>
        <source>Making three draft experiments…</source>
        <translation>正在创建三个草稿实验…</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ActionSet</name>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Stop at once (loses the epoch)</source>
        <translation>立即停止（丢失当前轮次）</translation>
    </message>
    <message>
        <source>Edit tags</source>
        <translation>编辑标签</translation>
    </message>
    <message>
        <source>Edit notes</source>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy as a Markdown table</source>
        <translation>复制为 Markdown 表格</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Show the trash</source>
        <translation>显示回收站</translation>
    </message>
    <message>
        <source>Show archived experiments</source>
        <translation>显示已归档的实验</translation>
    </message>
    <message>
        <source>Import Ultralytics runs…</source>
        <translation>导入 Ultralytics 运行…</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::AlertsPanel</name>
    <message>
        <source>Alerts</source>
        <translation>警报</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Dismiss all</source>
        <translation>全部忽略</translation>
    </message>
    <message>
        <source>Close the alerts</source>
        <translation>关闭警报</translation>
    </message>
    <message>
        <source>No alerts. A run that has become slow, a budget that is passed and a price older than 30 days appear here.</source>
        <translation>没有警报。变慢的运行、超出的预算和超过 30 天的价格会显示在这里。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ArtifactsModel</name>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1，最佳</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>attempt</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ArtifactsTab</name>
    <message>
        <source>Copy &amp;path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>Copy &amp;SHA-256</source>
        <translation>复制 &amp;SHA-256</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>Weights and result files are listed here as soon as they are written.</source>
        <translation>权重和结果文件写出后会列在这里。</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>table of epochs</source>
        <translation>各轮数据表</translation>
    </message>
    <message>
        <source>predictions</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::AttemptsModel</name>
    <message>
        <source>reset</source>
        <translation>已重置</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>shared the host</source>
        <translation>与其他任务共用主机</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>set-up [s]</source>
        <translation>准备时间 [秒]</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>cost [%1]</source>
        <translation>成本 [%1]</translation>
    </message>
    <message>
        <source>wasted [%1]</source>
        <translation>浪费 [%1]</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>remarks</source>
        <translation>说明</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::AttemptsTab</name>
    <message>
        <source>An attempt begins when the experiment leaves its queue.</source>
        <translation>实验离开队列时开始一次运行。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Open the run&apos;s folder</source>
        <translation>打开运行文件夹</translation>
    </message>
    <message>
        <source>Copy its path</source>
        <translation>复制其路径</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::BarCompareChart</name>
    <message>
        <source>Nothing to compare yet.</source>
        <translation>还没有可以比较的内容。</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>%1 (not ranked)</source>
        <translation>%1（未排名）</translation>
    </message>
    <message>
        <source>together %1 %2</source>
        <translation>合计 %1 %2</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::BarPlot</name>
    <message>
        <source>not ranked</source>
        <translation>未排名</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ChangeList</name>
    <message>
        <source>Change another parameter</source>
        <translation>更改其他参数</translation>
    </message>
    <message>
        <source>+ change another parameter</source>
        <translation>+ 更改其他参数</translation>
    </message>
    <message>
        <source>Parameters that can be changed</source>
        <translation>可以更改的参数</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ChartTableDialog</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected cells, or all</source>
        <translation>复制所选单元格，未选则复制全部</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ChartToolBar</name>
    <message>
        <source>Log &amp;y</source>
        <translation>对数 &amp;Y 轴</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>x axis</source>
        <translation>X 轴</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>时钟时间</translation>
    </message>
    <message>
        <source>time since start</source>
        <translation>开始后时间</translation>
    </message>
    <message>
        <source>money</source>
        <translation>花费</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Moving average; the raw curve stays faint beneath</source>
        <translation>移动平均；原始曲线以浅色保留在下方</translation>
    </message>
    <message>
        <source>Logarithmic y axis</source>
        <translation>对数 Y 轴</translation>
    </message>
    <message>
        <source>A zoomed chart slides along with new values</source>
        <translation>放大的图表随新数据移动</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>Reset zoom (Home in a chart)</source>
        <translation>重置缩放（图表中按 Home）</translation>
    </message>
    <message>
        <source>&amp;x axis</source>
        <translation>&amp;X 轴</translation>
    </message>
    <message>
        <source>&amp;Smoothing</source>
        <translation>平滑(&amp;S)</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::CloneDialog</name>
    <message>
        <source>Clone of %1</source>
        <translation>%1 的克隆</translation>
    </message>
    <message>
        <source>Name of the clone</source>
        <translation>克隆的名称</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Changed from #%1</source>
        <translation>相对 #%1 的更改</translation>
    </message>
    <message>
        <source>Changed parameters</source>
        <translation>已更改的参数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as draft</source>
        <translation>保存为草稿</translation>
    </message>
    <message>
        <source>Clone and enqueue</source>
        <translation>克隆并排队</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ColumnsPopup</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Search columns and parameters</source>
        <translation>搜索列和参数</translation>
    </message>
    <message>
        <source>Shown columns</source>
        <translation>显示的列</translation>
    </message>
    <message>
        <source>Hide empty</source>
        <translation>隐藏空列</translation>
    </message>
    <message>
        <source>Hide columns without values</source>
        <translation>隐藏没有值的列</translation>
    </message>
    <message>
        <source>Hide constant</source>
        <translation>隐藏相同列</translation>
    </message>
    <message>
        <source>Hide columns with one and the same value</source>
        <translation>隐藏所有值都相同的列</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What shall be done?</source>
        <translation>要做什么？</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>找到的命令</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::CompareChoices</name>
    <message>
        <source>Spo&amp;t</source>
        <translation>竞价(&amp;T)</translation>
    </message>
    <message>
        <source>Per &amp;image</source>
        <translation>按图像(&amp;I)</translation>
    </message>
    <message>
        <source>Deadline, hours from now</source>
        <translation>截止时间，从现在起的小时数</translation>
    </message>
    <message>
        <source>Which machines finish the epochs in so many hours, and which of them is cheapest</source>
        <translation>哪些机器能在这么多小时内完成这些轮次，其中哪台最便宜</translation>
    </message>
    <message>
        <source> h</source>
        <translation> 小时</translation>
    </message>
    <message>
        <source>What an hour of waiting costs</source>
        <translation>等待一小时的代价</translation>
    </message>
    <message>
        <source>Counts an hour of waiting as so much money and says who costs least then</source>
        <translation>把等待一小时折算成这么多钱，并指出此时谁最便宜</translation>
    </message>
    <message>
        <source>Shows machines on the spot market too and counts what interruptions cost</source>
        <translation>同时显示竞价市场的机器，并计入中断的代价</translation>
    </message>
    <message>
        <source>Interruptions in 100 hours on the spot market</source>
        <translation>竞价市场每 100 小时的中断次数</translation>
    </message>
    <message>
        <source>Assumed until enough of your own spot runs say more</source>
        <translation>在您自己的竞价运行足够多之前采用此假设</translation>
    </message>
    <message>
        <source>Compares runs on other data by their seconds per image, scaled to the data of this job</source>
        <translation>按每张图像的秒数比较其他数据上的运行，并换算到此任务的数据</translation>
    </message>
    <message>
        <source>&amp;Deadline</source>
        <translation>截止时间(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Value of time</source>
        <translation>时间价值(&amp;V)</translation>
    </message>
    <message>
        <source>I&amp;nterruptions/100 h</source>
        <translation>中断次数/100 小时(&amp;N)</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Job to compare</source>
        <translation>要比较的任务</translation>
    </message>
    <message>
        <source>Only runs of the same work are compared: model, task, data set, image size, augmentation, AMP, cache</source>
        <translation>只比较相同工作的运行：模型、任务、数据集、图像尺寸、数据增强、AMP、缓存</translation>
    </message>
    <message>
        <source>Epochs of the all-in cost</source>
        <translation>全部成本所计的轮数</translation>
    </message>
    <message>
        <source>Include &amp;set-up</source>
        <translation>包含准备时间(&amp;S)</translation>
    </message>
    <message>
        <source>Provider contains</source>
        <translation>供应商包含</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>供应商</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>&amp;Job</source>
        <translation>任务(&amp;J)</translation>
    </message>
    <message>
        <source>E&amp;pochs</source>
        <translation>轮数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Currency</source>
        <translation>货币(&amp;C)</translation>
    </message>
    <message>
        <source>Compare all</source>
        <translation>比较全部</translation>
    </message>
    <message>
        <source>Machines by cost per epoch</source>
        <translation>按每轮成本排列的机器</translation>
    </message>
    <message>
        <source>Machines stand here side by side as soon as an experiment has run three epochs.</source>
        <translation>实验运行满三轮后，各台机器会在这里并列显示。</translation>
    </message>
    <message>
        <source>Go to Experiments</source>
        <translation>前往实验</translation>
    </message>
    <message numerus="yes">
        <source>Only the %n selected experiment(s)</source>
        <translation>
            <numerusform>仅所选的 %n 个实验</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare machines</source>
        <translation>比较机器</translation>
    </message>
    <message>
        <source>%1 px</source>
        <translation>%1 像素</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Only comparable</source>
        <translation>仅可比较的(&amp;O)</translation>
    </message>
    <message>
        <source>Hide machines that ran other work</source>
        <translation>隐藏运行了其他任务的机器</translation>
    </message>
    <message>
        <source>Prices in other currencies are converted with the rates that you entered: yardstick fx set EUR USD 1.08</source>
        <translation>其他货币的价格按您录入的汇率换算：yardstick fx set EUR USD 1.08</translation>
    </message>
    <message>
        <source>Converted with %1, from: %2</source>
        <translation>已按 %1 换算，来源：%2</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多(&amp;M)</translation>
    </message>
    <message>
        <source>Deadline, value of time, spot market, per image</source>
        <translation>截止时间、时间价值、竞价市场、按图像</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ComparePictures</name>
    <message>
        <source>Picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Money or time</source>
        <translation>金钱或时间</translation>
    </message>
    <message>
        <source>money</source>
        <translation>金钱</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time against money</source>
        <translation>时间与金钱</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>盈亏平衡</translation>
    </message>
    <message>
        <source>No machine can be ranked yet.</source>
        <translation>还没有可以排名的机器。</translation>
    </message>
    <message>
        <source>Epoch times</source>
        <translation>各轮时间</translation>
    </message>
    <message>
        <source>Where it goes</source>
        <translation>花在哪里</translation>
    </message>
    <message>
        <source>No machine has timed epochs of its own yet.</source>
        <translation>还没有机器有自己的计时轮次。</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ConfusionDialog</name>
    <message>
        <source>&amp;Shares of the true class</source>
        <translation>按真实类别的比例(&amp;S)</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>predicted %1, true %2: %3 (%4 of %2)</source>
        <translation>预测 %1，真实 %2：%3（占 %2 的 %4）</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>No confusion matrix yet.</source>
        <translation>还没有混淆矩阵。</translation>
    </message>
    <message numerus="yes">
        <source>%n classes without objects are left out</source>
        <translation>
            <numerusform>省略了 %n 个没有目标的类别</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::CostTab</name>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>cost so far</source>
        <translation>迄今成本</translation>
    </message>
    <message>
        <source>All attempts: set-up, failed and repeated epochs included</source>
        <translation>所有运行：包括准备、失败和重复的轮次</translation>
    </message>
    <message>
        <source>of it wasted</source>
        <translation>其中浪费</translation>
    </message>
    <message>
        <source>Epochs that a later attempt did again, failed set-ups, attempts that were reset</source>
        <translation>后来的运行重做的轮次、失败的准备、已重置的运行</translation>
    </message>
    <message>
        <source>cost per epoch</source>
        <translation>每轮成本</translation>
    </message>
    <message>
        <source>price per hour × mean epoch time</source>
        <translation>每小时价格 × 平均每轮时间</translation>
    </message>
    <message>
        <source>all-in cost per epoch</source>
        <translation>每轮全部成本</translation>
    </message>
    <message>
        <source>cost so far / epochs done</source>
        <translation>迄今成本 / 已完成轮数</translation>
    </message>
    <message>
        <source>set-up</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>From the start of the last attempt to its first epoch</source>
        <translation>从最近一次运行开始到其第一轮</translation>
    </message>
    <message>
        <source>The newest quote in force</source>
        <translation>最新的有效报价</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>No price is known for this machine.</source>
        <translation>该机器的价格未知。</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Nothing spent yet.</source>
        <translation>还没有花费。</translation>
    </message>
    <message>
        <source>The price is an example, made up for the demo; enter your own under Machines.</source>
        <translation>该价格是为演示虚构的示例；请在“机器”页输入您自己的价格。</translation>
    </message>
    <message>
        <source>Price since %1, from: %2</source>
        <translation>自 %1 起的价格，来源：%2</translation>
    </message>
    <message>
        <source>No price is known for this machine: enter one under Machines.</source>
        <translation>该机器的价格未知：请在“机器”页输入。</translation>
    </message>
    <message>
        <source>price [%1/h]</source>
        <translation>价格 [%1/小时]</translation>
    </message>
    <message>
        <source>spent by the end of the epoch [%1]</source>
        <translation>到该轮结束时的花费 [%1]</translation>
    </message>
    <message>
        <source>spent</source>
        <translation>已花费</translation>
    </message>
    <message>
        <source>The prices of this machine are in several currencies.</source>
        <translation>这台机器的价格使用多种货币。</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>Time and cost, as they were expected when it was queued</source>
        <translation>排队时预计的时间和费用</translation>
    </message>
    <message>
        <source>actual</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>All attempts since it was queued</source>
        <translation>排队以来的所有尝试</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Actual against estimated, time and cost; + means more than was said</source>
        <translation>实际与预计之比，时间和费用；+ 表示比预计的多</translation>
    </message>
    <message numerus="yes">
        <source>95 %: %1 – %2, from %n measured epochs</source>
        <translation>
            <numerusform>95 %：%1 – %2，依据 %n 轮的测量</numerusform>
        </translation>
    </message>
    <message>
        <source>no measurement then</source>
        <translation>当时尚无测量</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>目前 %1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::DatasetsPage</name>
    <message>
        <source>Data sets</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>experiments</source>
        <translation>实验数</translation>
    </message>
    <message>
        <source>train images</source>
        <translation>训练图像</translation>
    </message>
    <message>
        <source>val images</source>
        <translation>验证图像</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>全部检查</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Problems by file and line</source>
        <translation>按文件和行列出的问题</translation>
    </message>
    <message>
        <source>Data sets appear here as soon as an experiment uses them.</source>
        <translation>一旦有实验使用数据集，它就会出现在这里。</translation>
    </message>
    <message>
        <source>Read the data sets</source>
        <translation>读取数据集</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>检查中…</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>The worker reads every label…</source>
        <translation>工作程序正在读取每个标注…</translation>
    </message>
    <message>
        <source>Not checked yet: “Check” lets the worker read every label.</source>
        <translation>尚未检查：点击“检查”让工作程序读取每个标注。</translation>
    </message>
    <message>
        <source>Go to Experiments</source>
        <translation>前往实验</translation>
    </message>
    <message>
        <source>The data set %1 does not exist any more.</source>
        <translation>数据集 %1 已不存在。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::DemoBar</name>
    <message>
        <source>Run the demo</source>
        <translation>运行演示</translation>
    </message>
    <message>
        <source>Hide this offer</source>
        <translation>隐藏此提示</translation>
    </message>
    <message numerus="yes">
        <source>%n drafts of the demo are ready.</source>
        <translation>
            <numerusform>演示的 %n 个草稿已就绪。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::DetailsHeader</name>
    <message>
        <source>Copy the reason</source>
        <translation>复制原因</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::DetailsPane</name>
    <message>
        <source>Select an experiment to see it from close by.</source>
        <translation>选择一个实验以查看其详情。</translation>
    </message>
    <message>
        <source>Details of the experiment</source>
        <translation>实验详情</translation>
    </message>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Read the experiment</source>
        <translation>读取实验</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::EmptyCard</name>
    <message>
        <source>No experiments yet</source>
        <translation>还没有实验</translation>
    </message>
    <message>
        <source>An experiment is one training with its parameters, results and costs. The demo draws a small data set and prepares three experiments that train on this computer in a few minutes.</source>
        <translation>一个实验就是一次训练，连同它的参数、结果和成本。演示会绘制一个小数据集，并准备三个在本机几分钟内即可训练完的实验。</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>新建实验</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress of the demo</source>
        <translation>演示进度</translation>
    </message>
    <message>
        <source>Import Ultralytics runs</source>
        <translation>导入 Ultralytics 运行</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::EnqueueDialog</name>
    <message>
        <source>Enqueue %1</source>
        <translation>排队 %1</translation>
    </message>
    <message numerus="yes">
        <source>Enqueue %n experiments</source>
        <translation>
            <numerusform>排队 %n 个实验</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimates are for %1.</source>
        <translation>估计值针对 %1。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Enqueue</source>
        <translation>排队</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ErrorPresenter</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Details of the message</source>
        <translation>消息的详情</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was tried: what happened</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Act on the message</source>
        <translation>处理此消息</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExperimentActions</name>
    <message numerus="yes">
        <source>%n experiments</source>
        <translation>
            <numerusform>%n 个实验</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Change tags of %1</source>
        <translation>更改 %1 的标签</translation>
    </message>
    <message>
        <source>Change notes of %1</source>
        <translation>更改 %1 的备注</translation>
    </message>
    <message>
        <source>Change parameters of %1</source>
        <translation>更改 %1 的参数</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>新建实验</translation>
    </message>
    <message>
        <source>Clone %1</source>
        <translation>克隆 %1</translation>
    </message>
    <message>
        <source>Enqueue %1</source>
        <translation>排队 %1</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>Take %1 off the queue</source>
        <translation>将 %1 移出队列</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>还原 %1</translation>
    </message>
    <message>
        <source>Archive %1</source>
        <translation>归档 %1</translation>
    </message>
    <message>
        <source>Take %1 out of the archive</source>
        <translation>取消归档 %1</translation>
    </message>
    <message>
        <source>Publish %1</source>
        <translation>发布 %1</translation>
    </message>
    <message>
        <source>Withdraw %1</source>
        <translation>撤回发布 %1</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>重试 %1</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>继续训练 %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Delete %1 for good</source>
        <translation>永久删除 %1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExperimentSource</name>
    <message>
        <source>Read the experiments</source>
        <translation>读取实验</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExperimentsPage</name>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <source>Stop %1 at once? What it has done of the present epoch is lost.</source>
        <translation>立即停止 %1？当前轮次已完成的部分将丢失。</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n experiments at once? What they have done of the present epoch is lost.</source>
        <translation>
            <numerusform>立即停止 %n 个实验？它们当前轮次已完成的部分将丢失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop at once</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>继续训练 %1</translation>
    </message>
    <message>
        <source>It has done %1 epochs. Go on to how many in all?</source>
        <translation>已完成 %1 轮。总共训练到多少轮？</translation>
    </message>
    <message>
        <source>“%1” is no number of epochs.</source>
        <translation>“%1”不是有效的轮数。</translation>
    </message>
    <message numerus="yes">
        <source>Set %n experiments back to drafts? Their results are hidden; what they cost stays in every total.</source>
        <translation>
            <numerusform>将 %n 个实验重置为草稿？结果会被隐藏；已花费的成本仍计入所有总计。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reset to draft</source>
        <translation>重置为草稿</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message numerus="yes">
        <source>%n experiments are in the trash.</source>
        <translation>
            <numerusform>%n 个实验已移入回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n experiments for good, with their curves, images and costs? This cannot be undone.</source>
        <translation>
            <numerusform>永久删除 %n 个实验及其曲线、图像和成本？此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>The worker draws the data set…</source>
        <translation>工作程序正在绘制数据集…</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用演示</translation>
    </message>
    <message>
        <source>%1 is saved as a draft; the filter hides it.</source>
        <translation>%1 已存为草稿；筛选条件将其隐藏。</translation>
    </message>
    <message>
        <source>%1 is queued; the filter hides it.</source>
        <translation>%1 已入队；筛选条件将其隐藏。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Save the layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>布局名称</translation>
    </message>
    <message>
        <source>“%1” is a layout of the program: choose another name.</source>
        <translation>“%1”是程序自带的布局：请换一个名称。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>column, experiment</comment>
        <translation>%2 的%1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>列(&amp;L)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>表格(&amp;T)</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Scalars of one experiment</source>
        <translation>一个实验的标量</translation>
    </message>
    <message>
        <source>Differing parameters</source>
        <translation>不同的参数</translation>
    </message>
    <message>
        <source>Bill</source>
        <translation>账单</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>行(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>Selection (%n)</source>
        <translation>
            <numerusform>所选（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter result (%n)</source>
        <translation>
            <numerusform>筛选结果（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>小数位</translation>
    </message>
    <message>
        <source>as shown</source>
        <translation>按显示</translation>
    </message>
    <message>
        <source>&amp;Digits</source>
        <translation>小数位(&amp;D)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>读取中…</translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more rows</source>
        <translation>
            <numerusform>… 另有 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows copied</source>
        <translation>
            <numerusform>已复制 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>写入中…</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n rows written to %1</source>
        <translation>
            <numerusform>已将 %n 行写入 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As shown (%n machines)</source>
        <translation>
            <numerusform>与显示一致（%n 台机器）</numerusform>
        </translation>
    </message>
    <message>
        <source>Columns as &amp;shown</source>
        <translation>与表格所示列相同(&amp;S)</translation>
    </message>
    <message>
        <source>The columns of the table, in their order</source>
        <translation>表格中的列，按其顺序</translation>
    </message>
    <message>
        <source>Not in an export: %1</source>
        <translation>导出中没有：%1</translation>
    </message>
    <message>
        <source>CSV, TSV and JSON hold the exact values</source>
        <translation>CSV、TSV 和 JSON 保存精确值</translation>
    </message>
    <message>
        <source>Decimals of every number; a cell of XLSX shows so many and holds the exact value</source>
        <translation>每个数字的小数位数；XLSX 单元格按此位数显示，并保存精确值</translation>
    </message>
    <message>
        <source>&amp;Caption</source>
        <translation>题注(&amp;C)</translation>
    </message>
    <message>
        <source>Above the table in Markdown, LaTeX, HTML and JSON; empty: its usual caption</source>
        <translation>在 Markdown、LaTeX、HTML 和 JSON 中位于表格之上；留空则用通常的题注</translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation>标签(&amp;B)</translation>
    </message>
    <message>
        <source>For references in LaTeX, and the name of an XLSX sheet; empty: its usual label</source>
        <translation>用于 LaTeX 引用和 XLSX 工作表的名称；留空则用通常的标签</translation>
    </message>
    <message>
        <source>The best in b&amp;old</source>
        <translation>最佳值加粗(&amp;O)</translation>
    </message>
    <message>
        <source>With ± (&amp;half the 95 % interval)</source>
        <translation>含 ±（95 % 区间的一半）(&amp;H)</translation>
    </message>
    <message>
        <source>Lon&amp;g form: one line per value</source>
        <translation>长格式：每行一个值(&amp;G)</translation>
    </message>
    <message>
        <source>UTF-8 &amp;mark for spreadsheets</source>
        <translation>供电子表格使用的 UTF-8 标记(&amp;M)</translation>
    </message>
    <message>
        <source>Re&amp;port…</source>
        <translation>报告(&amp;P)…</translation>
    </message>
    <message>
        <source>One HTML or PDF file with tables, charts and where the figures are from</source>
        <translation>一个 HTML 或 PDF 文件，含表格、图表和数字的来源</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::FilterEdit</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter: map50&gt;0.6 and (model~&quot;v8s&quot; or tag:best) and cost&lt;2</source>
        <translation>筛选：map50&gt;0.6 and (model~&quot;v8s&quot; or tag:best) and cost&lt;2</translation>
    </message>
    <message>
        <source>Words are looked for in names, tags and notes. Compare columns and parameters with = != &lt; &lt;= &gt; &gt;= ~ and : and combine with and, or, not and brackets.</source>
        <translation>单词在名称、标签和备注中查找。用 = != &lt; &lt;= &gt; &gt;= ~ 和 : 比较列和参数，用 and、or、not 和括号组合。</translation>
    </message>
    <message>
        <source>Completions of the filter</source>
        <translation>筛选的补全</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ImagesTab</name>
    <message>
        <source>training batches</source>
        <translation>训练批次</translation>
    </message>
    <message>
        <source>validation: labels</source>
        <translation>验证：标注</translation>
    </message>
    <message>
        <source>validation: predictions</source>
        <translation>验证：预测</translation>
    </message>
    <message>
        <source>&amp;Boxes</source>
        <translation>边框(&amp;B)</translation>
    </message>
    <message>
        <source>Sample images appear here with the first epoch.</source>
        <translation>样本图像会在第一轮出现在这里。</translation>
    </message>
    <message>
        <source>Kind of image</source>
        <translation>图像种类</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>Least confidence</source>
        <translation>最低置信度</translation>
    </message>
    <message>
        <source>Predictions below this confidence are not drawn</source>
        <translation>低于此置信度的预测不绘制</translation>
    </message>
    <message>
        <source>&amp;Confidence ≥</source>
        <translation>置信度(&amp;C) ≥</translation>
    </message>
    <message>
        <source>Sample images</source>
        <translation>样本图像</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ImportBar</name>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>Hide this message</source>
        <translation>隐藏此消息</translation>
    </message>
    <message>
        <source>Import of Ultralytics runs</source>
        <translation>导入 Ultralytics 运行</translation>
    </message>
    <message>
        <source>Importing %1: %2 of %3 run folders</source>
        <translation>正在导入 %1：%2 / %3 个运行文件夹</translation>
    </message>
    <message>
        <source>Looking for run folders in %1…</source>
        <translation>正在 %1 中查找运行文件夹…</translation>
    </message>
    <message numerus="yes">
        <source>Watching %1: %n runs</source>
        <translation>
            <numerusform>正在监视 %1：%n 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported from %1: %n runs</source>
        <translation>
            <numerusform>已从 %1 导入：%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>新增 %1 个</translation>
    </message>
    <message>
        <source>%1 trained again in place (the earlier run is kept)</source>
        <translation>%1 个在原处重新训练（保留较早的运行）</translation>
    </message>
    <message>
        <source>%1 in the trash</source>
        <translation>回收站中 %1 个</translation>
    </message>
    <message>
        <source>last new epochs at %1</source>
        <translation>最近一次新轮次：%1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Problems…</source>
        <translation>问题…</translation>
    </message>
    <message>
        <source>What could not be imported</source>
        <translation>未能导入的内容</translation>
    </message>
    <message>
        <source>These lines and files were left out; everything else was imported.</source>
        <translation>以下行和文件已略过；其余内容均已导入。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ImportDialog</name>
    <message>
        <source>Import Ultralytics runs</source>
        <translation>导入 Ultralytics 运行</translation>
    </message>
    <message>
        <source>Every results.csv in this folder or below becomes an experiment, with the arguments of its args.yaml. Importing again adds only what is new.</source>
        <translation>此文件夹及其子文件夹中的每个 results.csv 都会成为一个实验，并带有其 args.yaml 中的参数。再次导入只会添加新内容。</translation>
    </message>
    <message>
        <source>Folder of runs</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Machine that they ran on</source>
        <translation>运行所用的机器</translation>
    </message>
    <message>
        <source>They ran &amp;on</source>
        <translation>运行于(&amp;O)</translation>
    </message>
    <message>
        <source>Project of new experiments</source>
        <translation>新实验的项目</translation>
    </message>
    <message>
        <source>&amp;Project</source>
        <translation>项目(&amp;P)</translation>
    </message>
    <message>
        <source>Keep &amp;watching while this window is open</source>
        <translation>窗口打开期间持续监视(&amp;W)</translation>
    </message>
    <message>
        <source>Keep watching while this window is open</source>
        <translation>窗口打开期间持续监视</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>No machine named (no price)</source>
        <translation>不指定机器（无价格）</translation>
    </message>
    <message>
        <source>Folder of Ultralytics runs</source>
        <translation>Ultralytics 运行文件夹</translation>
    </message>
    <message>
        <source>There is no such folder on this computer.</source>
        <translation>此计算机上没有该文件夹。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::LogTab</name>
    <message>
        <source>&amp;Follow</source>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>The log begins with the first attempt.</source>
        <translation>日志从第一次运行开始。</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all</source>
        <translation>复制所选行，未选则复制全部</translation>
    </message>
    <message>
        <source>Open the run&apos;s folder</source>
        <translation>打开运行文件夹</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source> (reset)</source>
        <translation>（已重置）</translation>
    </message>
    <message>
        <source>attempt %1: %2</source>
        <translation>第 %1 次运行：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n earlier message(s)</source>
        <translation>
            <numerusform>%n 条更早的消息</numerusform>
        </translation>
    </message>
    <message>
        <source>This attempt has printed nothing yet.</source>
        <translation>此次运行还没有任何输出。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MachinesModel</name>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>推算</translation>
    </message>
    <message>
        <source>insufficient</source>
        <translation>不足</translation>
    </message>
    <message>
        <source>mean %1 s, median %2 s, 95 % between %3 and %4 s</source>
        <translation>均值 %1 秒，中位数 %2 秒，95 % 在 %3 到 %4 秒之间</translation>
    </message>
    <message>
        <source>since %1, from: %2</source>
        <translation>自 %1 起，来源：%2</translation>
    </message>
    <message>
        <source>An example price, made up for the demo.</source>
        <translation>为演示虚构的示例价格。</translation>
    </message>
    <message>
        <source>started now, it would end at %1</source>
        <translation>现在开始，将于 %1 结束</translation>
    </message>
    <message>
        <source>with %1 of set-up</source>
        <translation>含 %1 准备时间</translation>
    </message>
    <message>
        <source>set-up not measured: counted as 0</source>
        <translation>准备时间未测量：按 0 计</translation>
    </message>
    <message>
        <source>Published figure: 3600 × cost per epoch / price per hour</source>
        <translation>公布的数值：3600 × 每轮成本 / 每小时价格</translation>
    </message>
    <message>
        <source>by cost per epoch; ties share a rank</source>
        <translation>按每轮成本；并列者名次相同</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>epoch time [s]</source>
        <translation>每轮时间 [秒]</translation>
    </message>
    <message>
        <source>price [%1/h]</source>
        <translation>价格 [%1/小时]</translation>
    </message>
    <message>
        <source>price per hour × epoch time</source>
        <translation>每小时价格 × 每轮时间</translation>
    </message>
    <message>
        <source>cost/epoch [%1]</source>
        <translation>每轮成本 [%1]</translation>
    </message>
    <message>
        <source>all-in cost / epochs</source>
        <translation>全部成本 / 轮数</translation>
    </message>
    <message>
        <source>all-in/epoch [%1]</source>
        <translation>全部成本/轮 [%1]</translation>
    </message>
    <message>
        <source>dearer than the cheapest, by cost per epoch</source>
        <translation>按每轮成本，比最便宜者贵多少</translation>
    </message>
    <message>
        <source>Δ [%]</source>
        <translation>Δ [%]</translation>
    </message>
    <message>
        <source>epochs that entered the mean</source>
        <translation>计入均值的轮数</translation>
    </message>
    <message>
        <source>basis</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>why not ranked</source>
        <translation>未排名的原因</translation>
    </message>
    <message>
        <source>the whole job of so many epochs, with its set-up</source>
        <translation>这么多轮的整个任务，含准备</translation>
    </message>
    <message>
        <source>all-in (%1) [%2]</source>
        <translation>全部成本（%1 轮）[%2]</translation>
    </message>
    <message>
        <source>how long so many epochs take, with the set-up</source>
        <translation>这么多轮所需的时间，含准备</translation>
    </message>
    <message>
        <source>time (%1)</source>
        <translation>时间（%1 轮）</translation>
    </message>
    <message>
        <source>price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Interval unreliable: the last epoch is out of line. It holds both a stall and a new level; one more epoch tells.</source>
        <translation>区间不可靠：最后一轮偏离其他轮。区间同时包含偶发停顿与新水平两种可能；再运行一轮即可判断。</translation>
    </message>
    <message numerus="yes">
        <source>Interval unreliable: the epoch time changed fewer than %n epoch(s) ago. Let it run on.</source>
        <translation>
            <numerusform>区间不可靠：轮次时间在不到 %n 轮之前发生了变化。请让它继续运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Interval unreliable: fewer than %n epoch(s) were timed. Let it run on.</source>
        <translation>
            <numerusform>区间不可靠：计时的轮次不足 %n 轮。请让它继续运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Interval unreliable: each epoch is so like the one before that they say little. Let it run on.</source>
        <translation>区间不可靠：相邻各轮过于相似，提供的信息很少。请让它继续运行。</translation>
    </message>
    <message>
        <source>%1, interval unreliable</source>
        <translation>%1，区间不可靠</translation>
    </message>
    <message numerus="yes">
        <source>%n epoch(s) stood out and are not in the mean: +%1 % of all time</source>
        <translation>
            <numerusform>%n 轮明显偏离，未计入平均值：占全部时间的 +%1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>quoted as %1 %2/h</source>
        <translation>报价为 %1 %2/小时</translation>
    </message>
    <message>
        <source>converted with %1, from: %2</source>
        <translation>已按 %1 换算，来源：%2</translation>
    </message>
    <message>
        <source>mean of steady epochs: train, validate and save; ± half of the 95 % interval; ? unreliable</source>
        <translation>稳定轮次的均值：训练、验证与保存；± 为 95 % 区间的一半；? 表示不可靠</translation>
    </message>
    <message>
        <source>1 %1 = %2 %3 since %4</source>
        <translation>1 %1 = %2 %3（自 %4 起）</translation>
    </message>
    <message>
        <source>when the newest epoch that was timed there ended</source>
        <translation>该机器上最近一个计时轮次结束的时间</translation>
    </message>
    <message>
        <source>last measured</source>
        <translation>上次测量</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>相近</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>估计</translation>
    </message>
    <message>
        <source> (late)</source>
        <translation>（超时）</translation>
    </message>
    <message>
        <source>from your own spot runs there</source>
        <translation>来自您在该处的竞价运行</translation>
    </message>
    <message>
        <source>assumed: your own spot runs say too little yet</source>
        <translation>假设值：您自己的竞价运行还太少</translation>
    </message>
    <message>
        <source>from the times of %1</source>
        <translation>来自 %1 的时间</translation>
    </message>
    <message>
        <source>when so many epochs are done, if they began now; late: not with 95 % before the deadline</source>
        <translation>若现在开始，这么多轮完成的时间；超时：没有 95 % 的把握赶上截止时间</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>完成时间</translation>
    </message>
    <message>
        <source>how often the spot market takes the machine away</source>
        <translation>竞价市场收回机器的频率</translation>
    </message>
    <message>
        <source>interruptions/100 h</source>
        <translation>中断次数/100 小时</translation>
    </message>
    <message>
        <source>mean epoch time / images of the data that was timed</source>
        <translation>平均每轮时间 / 计时数据的图像数</translation>
    </message>
    <message>
        <source>time/image [ms]</source>
        <translation>每张图像时间 [毫秒]</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MachinesPage</name>
    <message>
        <source>owned</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>竞价</translation>
    </message>
    <message>
        <source>on demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>%1 (example)</source>
        <translation>%1（示例）</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>供应商</translation>
    </message>
    <message>
        <source>market</source>
        <translation>市场</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>VRAM [GB]</source>
        <translation>显存 [GB]</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU 数</translation>
    </message>
    <message>
        <source>RAM [GB]</source>
        <translation>内存 [GB]</translation>
    </message>
    <message>
        <source>price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>since</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>valid from</source>
        <translation>生效时间</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>录入时间</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>jobs at once</source>
        <translation>同时任务数</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU 线程</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Change the price…</source>
        <translation>更改价格…</translation>
    </message>
    <message>
        <source>Enter a new price; the earlier one stays in force for what ran before</source>
        <translation>输入新价格；此前运行的任务仍按原价格计算</translation>
    </message>
    <message>
        <source>Import the reference benchmark</source>
        <translation>导入参考基准</translation>
    </message>
    <message>
        <source>Twelve rented machines with prices and costs per epoch, published on 2023-03-23</source>
        <translation>十二种租用机器及其价格和每轮成本，公布于 2023-03-23</translation>
    </message>
    <message>
        <source>Prices of the machine</source>
        <translation>该机器的价格</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Read the machines</source>
        <translation>读取机器</translation>
    </message>
    <message>
        <source>Prices of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message numerus="yes">
        <source>%n machines of the reference benchmark are there.</source>
        <translation>
            <numerusform>参考基准的 %n 台机器已导入。</numerusform>
        </translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>no finished estimate</source>
        <translation>尚无已完成的预计</translation>
    </message>
    <message>
        <source>An estimate is kept when an experiment is queued, and held against what it took.</source>
        <translation>实验排队时会保存预计，之后与实际所需相比较。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %, %n runs</source>
        <translation>
            <numerusform>%1 %，%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Median error %1 %, half of them within ±%2 %; %3 of %4 took as long as the interval said.</source>
        <translation>误差中位数 %1 %，其中一半在 ±%2 % 以内；%4 次中有 %3 次落在区间之内。</translation>
    </message>
    <message>
        <source>%1, old</source>
        <translation>%1，过旧</translation>
    </message>
    <message>
        <source>estimates off by</source>
        <translation>预计的误差</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MainWindow</name>
    <message>
        <source>Yardstick</source>
        <translation>Yardstick</translation>
    </message>
    <message>
        <source>The store lies on a network file system: it works, but more slowly, and jobs are not scheduled from here.</source>
        <translation>存储位于网络文件系统上：可以使用，但较慢，并且不会从这里调度任务。</translation>
    </message>
    <message>
        <source>The store was brought up to date. A copy of the old one is at %1.</source>
        <translation>存储已升级。旧存储的副本位于 %1。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Keep working in the tray</source>
        <translation>在托盘中继续工作</translation>
    </message>
    <message>
        <source>Hand over to yardstick serve</source>
        <translation>移交给 yardstick serve</translation>
    </message>
    <message>
        <source>Leave them running</source>
        <translation>让它们继续运行</translation>
    </message>
    <message>
        <source>Stop them</source>
        <translation>停止它们</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs are running. They go on without the window; what waits in the queues starts only while something schedules: the tray, yardstick serve, or the next window.</source>
        <translation>
            <numerusform>有 %n 个任务正在运行。没有窗口它们也会继续；队列中等待的任务只有在有调度程序时才会开始：托盘、yardstick serve 或下一个窗口。</numerusform>
        </translation>
    </message>
    <message>
        <source>Jobs are running</source>
        <translation>有任务正在运行</translation>
    </message>
    <message>
        <source>Stopping; the window closes when the jobs have saved their state.</source>
        <translation>正在停止；任务保存状态后窗口将关闭。</translation>
    </message>
    <message>
        <source>Open the window</source>
        <translation>打开窗口</translation>
    </message>
    <message>
        <source>Show the alerts</source>
        <translation>显示警报</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::MetricChart</name>
    <message>
        <source>Nothing measured yet.</source>
        <translation>尚无测量数据。</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>复位</translation>
    </message>
    <message>
        <source>Logarithmic y axis</source>
        <translation>对数 Y 轴</translation>
    </message>
    <message>
        <source>Follow new values</source>
        <translation>跟随新数据</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>View as table…</source>
        <translation>以表格查看…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::NewExperimentDialog</name>
    <message>
        <source>New experiment</source>
        <translation>新建实验</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>detect: boxes</source>
        <translation>detect：边框</translation>
    </message>
    <message>
        <source>segment: boxes with masks</source>
        <translation>segment：带掩码的边框</translation>
    </message>
    <message>
        <source>classify: one class per image</source>
        <translation>classify：每张图像一个类别</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>任务(&amp;T)</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>YAML file with the paths and class names</source>
        <translation>包含路径和类别名称的 YAML 文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the data set</source>
        <translation>选择数据集</translation>
    </message>
    <message>
        <source>&amp;Data set</source>
        <translation>数据集(&amp;D)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Image size [px]</source>
        <translation>图像尺寸 [像素](&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批大小(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>轮数(&amp;E)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save as draft</source>
        <translation>保存为草稿</translation>
    </message>
    <message>
        <source>Create and enqueue</source>
        <translation>创建并排队</translation>
    </message>
    <message>
        <source>Data set folder</source>
        <translation>数据集文件夹</translation>
    </message>
    <message>
        <source>Data sets (*.yaml *.yml);;All files (*)</source>
        <translation>数据集 (*.yaml *.yml);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::NoMatchCard</name>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Show archived experiments</source>
        <translation>显示已归档的实验</translation>
    </message>
    <message>
        <source>No experiment matches the filter.</source>
        <translation>没有符合筛选条件的实验。</translation>
    </message>
    <message>
        <source>Every experiment is archived.</source>
        <translation>所有实验都已归档。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::OwnedPriceDialog</name>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>What an hour of use costs: purchase over the hours in use, and power.</source>
        <translation>使用一小时的成本：购置费按使用时数分摊，加上电费。</translation>
    </message>
    <message>
        <source>What the provider asks for an hour. Earlier prices are kept.</source>
        <translation>供应商每小时的收费。以前的价格会保留。</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>&amp;Currency</source>
        <translation>货币(&amp;C)</translation>
    </message>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Source of the price</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>Sou&amp;rce</source>
        <translation>来源(&amp;R)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Set the price</source>
        <translation>设置价格</translation>
    </message>
    <message>
        <source>&amp;Purchase</source>
        <translation>购置费(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resale at the end</source>
        <translation>最终残值(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Life [years]</source>
        <translation>使用年限 [年](&amp;L)</translation>
    </message>
    <message>
        <source>&amp;In use [% of the time]</source>
        <translation>使用率 [%](&amp;I)</translation>
    </message>
    <message>
        <source>Po&amp;wer at work [W]</source>
        <translation>工作功率 [W](&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Tariff per kWh</source>
        <translation>每千瓦时电价(&amp;T)</translation>
    </message>
    <message>
        <source>Share of a job</source>
        <translation>每个任务的份额</translation>
    </message>
    <message>
        <source>%1 % of the machine</source>
        <translation>机器的 %1 %</translation>
    </message>
    <message>
        <source>&amp;Price per hour</source>
        <translation>每小时价格(&amp;P)</translation>
    </message>
    <message>
        <source>Until now</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>%1 since %2, %3</source>
        <translation>自 %2 起 %1，%3</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ParameterEditor</name>
    <message>
        <source>Search parameters</source>
        <translation>搜索参数</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>仅已更改</translation>
    </message>
    <message>
        <source>Show only what differs from the default or from the parent</source>
        <translation>只显示与默认值或父实验不同的参数</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Show the parameters that are rarely changed, too</source>
        <translation>也显示很少更改的参数</translation>
    </message>
    <message>
        <source>Only a draft can be edited.</source>
        <translation>只有草稿可以编辑。</translation>
    </message>
    <message>
        <source>Clone to change…</source>
        <translation>克隆后更改…</translation>
    </message>
    <message>
        <source>Clone to change</source>
        <translation>克隆后更改</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>To default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Set the parameter to its default</source>
        <translation>将参数设为默认值</translation>
    </message>
    <message>
        <source>To parent&apos;s value</source>
        <translation>恢复父实验的值</translation>
    </message>
    <message>
        <source>Set the parameter to the parent&apos;s value</source>
        <translation>将参数设为父实验的值</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ParameterModel</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>one of a list</source>
        <translation>列表之一</translation>
    </message>
    <message>
        <source>list of whole numbers, like [0, 1]</source>
        <translation>整数列表，如 [0, 1]</translation>
    </message>
    <message>
        <source>true, false or one of a list</source>
        <translation>true、false 或列表之一</translation>
    </message>
    <message>
        <source>whole number or list, like [0, 1]</source>
        <translation>整数或列表，如 [0, 1]</translation>
    </message>
    <message>
        <source>true, false or a path</source>
        <translation>true、false 或路径</translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>，%1 到 %2</translation>
    </message>
    <message>
        <source>, more than %1</source>
        <translation>，大于 %1</translation>
    </message>
    <message>
        <source>, at least %1</source>
        <translation>，至少 %1</translation>
    </message>
    <message>
        <source>, at most %1</source>
        <translation>，至多 %1</translation>
    </message>
    <message>
        <source>, or None</source>
        <translation>，或 None</translation>
    </message>
    <message>
        <source>#%1: %2</source>
        <comment>number of the parent: its value</comment>
        <translation>#%1：%2</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>has no effect</source>
        <translation>无效果</translation>
    </message>
    <message>
        <source>only the default is accepted</source>
        <translation>只接受默认值</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 项已更改</numerusform>
        </translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>differs from</source>
        <translation>不同于</translation>
    </message>
    <message>
        <source>whole number, or a share between 0 and 1</source>
        <translation>整数，或 0 到 1 之间的比例</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::PerClassModel</name>
    <message>
        <source>class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::PlotView</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Export %1…</source>
        <translation>导出 %1…</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::PlotsTab</name>
    <message>
        <source>precision over recall</source>
        <translation>精确率对召回率</translation>
    </message>
    <message>
        <source>F1 over confidence</source>
        <translation>F1 对置信度</translation>
    </message>
    <message>
        <source>precision over confidence</source>
        <translation>精确率对置信度</translation>
    </message>
    <message>
        <source>recall over confidence</source>
        <translation>召回率对置信度</translation>
    </message>
    <message>
        <source>&amp;Shares of the true class</source>
        <translation>按真实类别的比例(&amp;S)</translation>
    </message>
    <message>
        <source>Confusion matrix and curves appear here after the first validation that draws plots.</source>
        <translation>混淆矩阵和曲线会在第一次绘图的验证之后出现在这里。</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Results per class</source>
        <translation>各类别结果</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>No curve: no object was found yet.</source>
        <translation>没有曲线：还没有找到物体。</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Enlarge the confusion matrix</source>
        <translation>放大混淆矩阵</translation>
    </message>
    <message>
        <source>Confusion matrix, epoch %1</source>
        <translation>混淆矩阵，第 %1 轮</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::QueueChoice</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>est. finish</source>
        <translation>预计完成</translation>
    </message>
    <message>
        <source>est. cost</source>
        <translation>预计成本</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>There is no queue yet. Add one on the page Queues.</source>
        <translation>还没有队列。请在“队列”页添加。</translation>
    </message>
    <message>
        <source>Queue %1 may spend %2 a day.</source>
        <translation>队列 %1 每天最多花费 %2。</translation>
    </message>
    <message>
        <source>Queue %1 is paused: nothing starts until it goes on.</source>
        <translation>队列 %1 已暂停：恢复之前不会开始任何任务。</translation>
    </message>
    <message>
        <source>est. time</source>
        <translation>预计时间</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::QueueDialog</name>
    <message>
        <source>Edit queue %1</source>
        <translation>编辑队列 %1</translation>
    </message>
    <message>
        <source>New queue</source>
        <translation>新建队列</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>主机(&amp;H)</translation>
    </message>
    <message>
        <source>CPU &amp;threads per job</source>
        <translation>每个任务的 CPU 线程(&amp;T)</translation>
    </message>
    <message>
        <source>all of the host</source>
        <translation>主机的全部</translation>
    </message>
    <message>
        <source>&amp;Jobs at once</source>
        <translation>同时任务数(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Money per day [%1]</source>
        <translation>每天金额 [%1](&amp;M)</translation>
    </message>
    <message>
        <source>Money in &amp;all [%1]</source>
        <translation>总金额 [%1](&amp;A)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add the queue</source>
        <translation>添加队列</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::QueueTreeModel</name>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>open</source>
        <translation>开放</translation>
    </message>
    <message>
        <source>%1 running, %2 waiting</source>
        <translation>%1 个运行，%2 个等待</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>%1 (example)</source>
        <translation>%1（示例）</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>queue and experiment</source>
        <translation>队列和实验</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>why it waits</source>
        <translation>等待原因</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>%1 of %2 today</source>
        <translation>今天 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 of %2 in all</source>
        <translation>总共 %1，共 %2</translation>
    </message>
    <message>
        <source>starts ≈ %1</source>
        <translation>≈ %1 开始</translation>
    </message>
    <message>
        <source>done ≈ %1</source>
        <translation>≈ %1 完成</translation>
    </message>
    <message>
        <source>no measurement yet</source>
        <translation>尚无测量</translation>
    </message>
    <message>
        <source>budget spent</source>
        <translation>预算用尽</translation>
    </message>
    <message>
        <source>expected, budget</source>
        <translation>预计，预算</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two parts</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::QueuesPage</name>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>New queue…</source>
        <translation>新建队列…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Price…</source>
        <translation>价格…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Take off the queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Queues and what waits in them</source>
        <translation>队列及其中等待的实验</translation>
    </message>
    <message>
        <source>A queue is where experiments wait for a machine. Add one with “New queue…”.</source>
        <translation>队列是实验等待机器的地方。点击“新建队列…”添加一个。</translation>
    </message>
    <message>
        <source>Read the queues</source>
        <translation>读取队列</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移到</translation>
    </message>
    <message>
        <source>New queue</source>
        <translation>新建队列</translation>
    </message>
    <message>
        <source>Edit queue %1</source>
        <translation>编辑队列 %1</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>Let %1 go on</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Remove a queue</source>
        <translation>移除队列</translation>
    </message>
    <message>
        <source>Remove the queue %1 with its limits? Experiments, results and prices stay.</source>
        <translation>移除队列 %1 及其限额？实验、结果和价格会保留。</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>One file with tables, charts and where every figure is from. It can be read without Yardstick.</source>
        <translation>一个文件，含表格、图表以及每个数字的来源。无需 Yardstick 即可阅读。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>The project&apos;s name</source>
        <translation>项目名称</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message numerus="yes">
        <source>Selection (%n)</source>
        <translation>
            <numerusform>所选（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter result (%n)</source>
        <translation>
            <numerusform>筛选结果（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Experiments</source>
        <translation>实验(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>en</source>
        <comment>language of the report, BCP 47</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>Report written to %1</source>
        <translation>报告已写入 %1</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::SampleView</name>
    <message numerus="yes">
        <source>%1, epoch %2, %n box(es)</source>
        <translation>
            <numerusform>%1，第 %2 轮，%n 个边框</numerusform>
        </translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ScalarsTab</name>
    <message>
        <source>&amp;All scalars</source>
        <translation>全部标量(&amp;A)</translation>
    </message>
    <message>
        <source>Learning rates, values per batch and the load of the machine, too</source>
        <translation>也包括学习率、每批数值和机器负载</translation>
    </message>
    <message>
        <source>epoch time [s]</source>
        <translation>每轮时间 [秒]</translation>
    </message>
    <message>
        <source>losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>time per epoch [s]</source>
        <translation>每轮时间 [秒]</translation>
    </message>
    <message>
        <source>learning rates</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>losses per batch</source>
        <translation>每批损失</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Nothing measured yet.</source>
        <translation>尚无测量数据。</translation>
    </message>
    <message>
        <source>No price is known for this machine.</source>
        <translation>该机器的价格未知。</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time since start</source>
        <translation>开始后时间</translation>
    </message>
    <message>
        <source>spent [%1]</source>
        <translation>已花费 [%1]</translation>
    </message>
    <message>
        <source>price [%1/h]</source>
        <translation>价格 [%1/小时]</translation>
    </message>
    <message>
        <source>cost/epoch [%1]</source>
        <translation>每轮成本 [%1]</translation>
    </message>
    <message>
        <source>epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>cost/epoch</source>
        <translation>每轮成本</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validate</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>wait for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>秒</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ScatterChartView</name>
    <message>
        <source> (%1 to %2)</source>
        <translation>（%1 至 %2）</translation>
    </message>
    <message>
        <source>no other is both faster and cheaper</source>
        <translation>没有其他机器既更快又更便宜</translation>
    </message>
    <message>
        <source>another one is faster and cheaper</source>
        <translation>另有机器既更快又更便宜</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::ScatterPlot</name>
    <message>
        <source>No machine can be ranked yet.</source>
        <translation>还没有可以排名的机器。</translation>
    </message>
    <message>
        <source>Dots on the line: no other machine is both faster and cheaper. Rings: another one is.</source>
        <translation>线上的实点：没有其他机器既更快又更便宜。空心圈：另有这样的机器。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation>紧凑行</translation>
    </message>
    <message>
        <source>Charts and money</source>
        <translation>图表与货币</translation>
    </message>
    <message>
        <source>Smoothing of new charts</source>
        <translation>新图表的平滑</translation>
    </message>
    <message>
        <source>&amp;Smoothing</source>
        <translation>平滑(&amp;S)</translation>
    </message>
    <message>
        <source>Currency of new prices and comparisons</source>
        <translation>新价格和比较所用的货币</translation>
    </message>
    <message>
        <source>&amp;Currency</source>
        <translation>货币(&amp;C)</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>备份…</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>工作程序</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the command line</source>
        <translation>复制命令行</translation>
    </message>
    <message>
        <source>Schedule without a window</source>
        <translation>无窗口调度</translation>
    </message>
    <message>
        <source>No telemetry. Nothing is sent anywhere unless you set up something remote.</source>
        <translation>没有遥测。除非您设置了远程资源，否则不会发送任何内容。</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Forget window sizes and layouts</source>
        <translation>清除窗口大小和布局</translation>
    </message>
    <message>
        <source>Forgotten. The next window opens as at first.</source>
        <translation>已清除。下一个窗口将以初始状态打开。</translation>
    </message>
    <message>
        <source>%1: %2 experiments, %3 attempts, %4 points</source>
        <translation>%1：%2 个实验，%3 次运行，%4 个数据点</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>检查中…</translation>
    </message>
    <message>
        <source>The store is sound.</source>
        <translation>存储完好。</translation>
    </message>
    <message>
        <source>Back up the store</source>
        <translation>备份存储</translation>
    </message>
    <message>
        <source>Stores (*.db *.backup);;All files (*)</source>
        <translation>存储 (*.db *.backup);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>复制中…</translation>
    </message>
    <message>
        <source>Copied to %1.</source>
        <translation>已复制到 %1。</translation>
    </message>
    <message>
        <source>Compacting…</source>
        <translation>压缩中…</translation>
    </message>
    <message>
        <source>Compacted.</source>
        <translation>已压缩。</translation>
    </message>
    <message>
        <source>Ultralytics</source>
        <translation>Ultralytics</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::SideBar</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>spent today</source>
        <translation>今日花费</translation>
    </message>
    <message>
        <source>All attempts since midnight UTC, failed ones included</source>
        <translation>UTC 零点以来的所有运行，包括失败的</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::StatusLine</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Schedule here</source>
        <translation>在此调度</translation>
    </message>
    <message>
        <source>scheduler: none, nothing starts</source>
        <translation>调度：无，不会开始任何任务</translation>
    </message>
    <message>
        <source>scheduler: this window</source>
        <translation>调度：本窗口</translation>
    </message>
    <message>
        <source>scheduler: yardstick serve (process %1)</source>
        <translation>调度：yardstick serve（进程 %1）</translation>
    </message>
    <message>
        <source>scheduler: yardstick run (process %1)</source>
        <translation>调度：yardstick run（进程 %1）</translation>
    </message>
    <message>
        <source>scheduler: another window (process %1)</source>
        <translation>调度：另一个窗口（进程 %1）</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>store %1</source>
        <translation>存储 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n experiments</source>
        <translation>
            <numerusform>%1，%n 个实验</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 running, %2 queued</source>
        <translation>%1 个运行，%2 个排队</translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n 条警报</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the alerts (%1)</source>
        <translation>显示警报（%1）</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::StripChartView</name>
    <message>
        <source>Every epoch stands here as soon as a run has timed one.</source>
        <translation>一旦有运行计时了一轮，每个轮次都会显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%1 from %n epoch(s)</source>
        <translation>
            <numerusform>%1，来自 %n 轮</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stall(s)</source>
        <translation>
            <numerusform>%n 次停顿</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n before the epoch time changed</source>
        <translation>
            <numerusform>每轮时间变化之前 %n 轮</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n 轮未计入</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardstick::ui::TableLayouts</name>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Remove “%1”</source>
        <translation>移除“%1”</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::TrashBar</name>
    <message>
        <source>Leave the trash</source>
        <translation>离开回收站</translation>
    </message>
    <message numerus="yes">
        <source>Trash: %n experiments.</source>
        <translation>
            <numerusform>回收站：%n 个实验。</numerusform>
        </translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站为空。</translation>
    </message>
</context>
<context>
    <name>yardstick::ui::UltralyticsSection</name>
    <message>
        <source>Python environment of Ultralytics</source>
        <translation>Ultralytics 的 Python 环境</translation>
    </message>
    <message>
        <source>Folder of a virtual environment, its python or yolo program</source>
        <translation>虚拟环境的文件夹，或其 python 或 yolo 程序</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the folder of the environment</source>
        <translation>选择环境的文件夹</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Check the environment</source>
        <translation>检查环境</translation>
    </message>
    <message>
        <source>Python &amp;environment</source>
        <translation>Python 环境(&amp;E)</translation>
    </message>
    <message>
        <source>For experiments with the backend ultralytics: your own installation trains them, as a program of its own.</source>
        <translation>用于后端为 ultralytics 的实验：由您自己的安装作为独立程序进行训练。</translation>
    </message>
    <message>
        <source>Folder of the virtual environment</source>
        <translation>虚拟环境的文件夹</translation>
    </message>
    <message>
        <source>Asking the environment; this takes some seconds…</source>
        <translation>正在询问该环境；需要几秒钟…</translation>
    </message>
    <message>
        <source>The environment gave no answer.</source>
        <translation>该环境没有应答。</translation>
    </message>
</context>
</TS>
